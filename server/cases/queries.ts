import { rolesFor } from '~/server/access/constants'
import { json, nullable, number, numbers, oneOf, row, rows, type Sql, text, time, uuid } from '~/server/db'
import { notFound } from '~/server/platform/errors'
import { wireTime } from '~/server/platform/time'
import { CASE_OUTCOMES, CASE_STATES, type CaseState, DECISION_STATES, ENTRY_KINDS } from './constants'
import {
  type CaseAppeal,
  type CaseDecision,
  type CaseEntry,
  type CaseList,
  type CaseView,
  caseDecision,
  caseView,
  evidenceFacts
} from './contract'

const TEAMS = `coalesce((
  SELECT json_agg(json_build_object('participationId', p.id, 'teamId', t.id, 'name', t.name, 'status', p.status)
                  ORDER BY p.id)
  FROM case_teams x JOIN participations p ON p.id = x.participation_id JOIN teams t ON t.id = p.team_id
  WHERE x.case_id = c.id), '[]')`

const ROW = {
  number,
  title: text,
  state: oneOf(CASE_STATES),
  at: time,
  openedBy: nullable(text),
  assignedTo: nullable(text),
  teams: json(caseView.shape.teams),
  waiting: number,
  evidence: number,
  notes: number
}

interface Part {
  count: number
  skip: number
  /** Null for all. */
  state?: CaseState | null
}

/** Open and appealed ones first, then newest first. */
export async function listCases(
  sql: Sql,
  gameId: number,
  { count, skip, state = null }: Part
): Promise<CaseList> {
  const total = await row(
    sql,
    { n: number },
    'SELECT count(*)::int AS n FROM cases WHERE game_id = $1 AND ($2::text IS NULL OR state = $2)',
    [gameId, state]
  )
  const found = await rows(
    sql,
    ROW,
    `SELECT c.number, c.title, c.state, c.opened_at AS at, o.user_name AS "openedBy", a.user_name AS "assignedTo",
       ${TEAMS} AS teams,
       (SELECT count(*)::int FROM case_decisions d WHERE d.case_id = c.id AND d.state = 'proposed') AS waiting,
       (SELECT count(*)::int FROM case_entries e WHERE e.case_id = c.id AND e.kind <> 'note') AS evidence,
       (SELECT count(*)::int FROM case_entries e WHERE e.case_id = c.id AND e.kind = 'note') AS notes
     FROM cases c LEFT JOIN users o ON o.id = c.opened_by LEFT JOIN users a ON a.id = c.assigned_to
     WHERE c.game_id = $1 AND ($2::text IS NULL OR c.state = $2)
     ORDER BY c.state NOT IN ('open', 'appealed'), c.number DESC LIMIT $3 OFFSET $4`,
    [gameId, state, count, skip]
  )
  return {
    total: total!.n,
    data: found.map(({ at, teams, waiting, ...one }) => ({
      ...one,
      time: wireTime(at),
      teams: teams.map(({ participationId, name }) => ({ participationId, name })),
      waiting: waiting > 0
    }))
  }
}

/** Open and appealed ones. */
export async function countOpenCases(sql: Sql, gameId: number): Promise<number> {
  const text = `SELECT count(*)::int AS n FROM cases WHERE game_id = $1 AND state IN ('open', 'appealed')`
  return (await row(sql, { n: number }, text, [gameId]))!.n
}

const CASE = {
  id: number,
  number,
  title: text,
  state: oneOf(CASE_STATES),
  version: number,
  at: time,
  openedBy: nullable(text),
  assignedId: nullable(uuid),
  assignedTo: nullable(text),
  teams: json(caseView.shape.teams)
}

const ENTRY = {
  id: number,
  kind: oneOf(ENTRY_KINDS),
  at: time,
  by: nullable(text),
  facts: nullable(json(evidenceFacts)),
  note: nullable(text)
}

const DECISION = {
  id: number,
  outcome: oneOf(CASE_OUTCOMES),
  state: oneOf(DECISION_STATES),
  teams: json(caseDecision.shape.teams),
  challenges: json(caseDecision.shape.challenges),
  points: nullable(number),
  reason: text,
  by: nullable(text),
  byId: nullable(uuid),
  at: time,
  answeredBy: nullable(text),
  answered: nullable(time),
  answer: nullable(text),
  correction: nullable(number),
  undoneAt: nullable(time),
  undoneBy: nullable(text),
  undoneReason: nullable(text)
}

export const CHALLENGES = `coalesce((
  SELECT json_agg(json_build_object('id', h.id, 'title', h.title) ORDER BY h.id)
  FROM challenges h WHERE h.id = ANY (d.challenge_ids)), '[]')`

async function entriesOf(sql: Sql, caseId: number): Promise<CaseEntry[]> {
  const found = await rows(
    sql,
    ENTRY,
    `SELECT e.id, e.kind, e.at, u.user_name AS by, e.facts, e.note
     FROM case_entries e LEFT JOIN users u ON u.id = e.user_id WHERE e.case_id = $1 ORDER BY e.id`,
    [caseId]
  )
  return found.map(({ at, ...entry }) => ({ ...entry, time: wireTime(at) }))
}

async function decisionsOf(sql: Sql, caseId: number): Promise<(CaseDecision & { byId: string | null })[]> {
  const found = await rows(
    sql,
    DECISION,
    `SELECT d.id, d.outcome, d.state,
       coalesce((SELECT json_agg(json_build_object('participationId', p.id, 'name', t.name) ORDER BY p.id)
                 FROM participations p JOIN teams t ON t.id = p.team_id
                 WHERE p.id = ANY (d.participation_ids)), '[]') AS teams,
       ${CHALLENGES} AS challenges, d.points, d.reason, u.user_name AS by, d.proposed_by AS "byId",
       d.proposed_at AS at, a.user_name AS "answeredBy", d.answered_at AS answered, d.answer, d.correction,
       d.undone_at AS "undoneAt", v.user_name AS "undoneBy", d.undone_reason AS "undoneReason"
     FROM case_decisions d
     LEFT JOIN users u ON u.id = d.proposed_by
     LEFT JOIN users a ON a.id = d.answered_by
     LEFT JOIN users v ON v.id = d.undone_by
     WHERE d.case_id = $1 ORDER BY d.id DESC`,
    [caseId]
  )
  return found.map(({ at, answered, undoneAt, undoneBy, undoneReason, ...decision }) => ({
    ...decision,
    time: wireTime(at),
    answeredAt: answered && wireTime(answered),
    undone: undoneAt && { time: wireTime(undoneAt), by: undoneBy, reason: undoneReason ?? '' }
  }))
}

const APPEAL = {
  participationId: number,
  team: text,
  decisionId: number,
  by: nullable(text),
  at: time,
  text,
  answer: nullable(text),
  answeredBy: nullable(text),
  answered: nullable(time)
}

async function appealsOf(sql: Sql, caseId: number): Promise<CaseAppeal[]> {
  const found = await rows(
    sql,
    APPEAL,
    `SELECT x.participation_id AS "participationId", t.name AS team, x.decision_id AS "decisionId",
       u.user_name AS by, x.at, x.text, x.answer, a.user_name AS "answeredBy", x.answered_at AS answered
     FROM case_appeals x
     JOIN case_decisions d ON d.id = x.decision_id
     JOIN participations p ON p.id = x.participation_id
     JOIN teams t ON t.id = p.team_id
     LEFT JOIN users u ON u.id = x.user_id
     LEFT JOIN users a ON a.id = x.answered_by
     WHERE d.case_id = $1 ORDER BY x.at, x.participation_id`,
    [caseId]
  )
  return found.map(({ at, answer, answeredBy, answered, ...appeal }) => ({
    ...appeal,
    time: wireTime(at),
    answer: answer !== null && answered ? { text: answer, by: answeredBy, time: wireTime(answered) } : null
  }))
}

/** `$2`: a game; `$3`: roles in it. */
const IN_GAME = `EXISTS (SELECT FROM game_staff s WHERE s.game_id = $2 AND s.user_id = u.id AND s.role = ANY ($3))
  AND u.role <> 'Banned'`

/** Active accounts that may decide, but this one. */
async function confirmersBut(sql: Sql, gameId: number, userId: string | null): Promise<number> {
  const found = await row(
    sql,
    { n: number },
    `SELECT count(*)::int AS n FROM users u
     WHERE u.active AND u.id IS DISTINCT FROM $1 AND (u.role = 'Admin' OR ${IN_GAME})`,
    [userId, gameId, rolesFor('decisions')]
  )
  return found!.n
}

/** The case as this reader may see it. @throws AppError `case.not_found` 404 */
export async function readCase(
  sql: Sql,
  gameId: number,
  caseNumber: number,
  reader: string
): Promise<CaseView> {
  const found = await row(
    sql,
    CASE,
    `SELECT c.id, c.number, c.title, c.state, c.version, c.opened_at AS at, o.user_name AS "openedBy",
       a.id AS "assignedId", a.user_name AS "assignedTo", ${TEAMS} AS teams
     FROM cases c LEFT JOIN users o ON o.id = c.opened_by LEFT JOIN users a ON a.id = c.assigned_to
     WHERE c.game_id = $1 AND c.number = $2`,
    [gameId, caseNumber]
  )
  if (!found) throw notFound('case.not_found')
  const { id, at, assignedId, assignedTo, ...rest } = found
  const entries = await entriesOf(sql, id)
  const decisions = await decisionsOf(sql, id)
  const appeals = await appealsOf(sql, id)
  const proposal = decisions.find(({ state }) => state === 'proposed')
  return {
    ...rest,
    time: wireTime(at),
    assignedTo: assignedId !== null && assignedTo !== null ? { id: assignedId, name: assignedTo } : null,
    entries,
    decisions: decisions.map(({ byId: _, ...decision }) => decision),
    appeals,
    waiting: proposal
      ? { own: proposal.byId === reader, confirmers: await confirmersBut(sql, gameId, proposal.byId) }
      : null
  }
}

const HELD = {
  id: number,
  number,
  state: oneOf(CASE_STATES),
  version: number
}

/** Locks the case. @throws AppError `case.not_found` 404 */
export async function lockCase(sql: Sql, gameId: number, caseNumber: number) {
  const found = await row(
    sql,
    HELD,
    'SELECT id, number, state, version FROM cases WHERE game_id = $1 AND number = $2 FOR UPDATE',
    [gameId, caseNumber]
  )
  if (!found) throw notFound('case.not_found')
  return found
}

/** @throws AppError `case.not_found` 404 */
export async function readCaseId(sql: Sql, gameId: number, caseNumber: number): Promise<{ id: number }> {
  const text = 'SELECT id FROM cases WHERE game_id = $1 AND number = $2'
  const found = await row(sql, { id: number }, text, [gameId, caseNumber])
  if (!found) throw notFound('case.not_found')
  return found
}

const STANDING = {
  id: number,
  outcome: oneOf(CASE_OUTCOMES),
  state: oneOf(DECISION_STATES),
  participationIds: numbers,
  challengeIds: numbers,
  points: nullable(number),
  reason: text,
  proposedBy: nullable(uuid),
  correction: nullable(number),
  suspended: numbers
}

/** Null without one; at most one of each. */
export async function findDecision(sql: Sql, caseId: number, state: 'proposed' | 'confirmed') {
  const found = await row(
    sql,
    STANDING,
    `SELECT id, outcome, state, participation_ids AS "participationIds", challenge_ids AS "challengeIds", points, reason,
       proposed_by AS "proposedBy", correction, suspended
     FROM case_decisions WHERE case_id = $1 AND state = $2`,
    [caseId, state]
  )
  return found ?? null
}
export type StandingDecision = NonNullable<Awaited<ReturnType<typeof findDecision>>>

/** Works on cases of the game, with an active account. */
export async function worksOnCases(sql: Sql, gameId: number, userId: string): Promise<boolean> {
  const found = await row(
    sql,
    { id: uuid },
    `SELECT u.id FROM users u WHERE u.id = $1 AND u.active AND (u.role IN ('Monitor', 'Admin') OR ${IN_GAME})`,
    [userId, gameId, rolesFor('cases')]
  )
  return found !== undefined
}

import { setImmediate as nextIteration } from 'node:timers/promises'
import type { BoardSnapshot } from '~/scoring'
import type { BoardItem } from '~/scoring/rules'
import {
  type Column,
  nullable,
  number,
  type Pool,
  type RowOf,
  rows,
  type Sql,
  text,
  texts,
  uuid
} from '~/server/db'
import { type Cell, PreparedCell } from '~/server/platform/sheets/xlsx'
import { NEVER, secondText } from '~/server/platform/time'
import { listWatchedChallenges } from './names'
import { timestampSql } from './submission-list'

export type SheetText = (key: string) => string

const stamp = (time: Date) => `${secondText(time)}Z`

const ROSTER = {
  participationId: number,
  division: nullable(text),
  country: nullable(text),
  affiliation: nullable(text),
  captain: text,
  members: texts,
  users: texts,
  emails: texts,
  std_numbers: texts,
  phones: texts
}
type Roster = RowOf<typeof ROSTER>

/** Members of all accepted teams in one query (docs/rules/participation.md#roster). */
async function rostersOf(sql: Sql, gameId: number): Promise<Map<number, Roster>> {
  const rosters = await rows(
    sql,
    ROSTER,
    `SELECT p.id AS "participationId", p.division, t.country, t.affiliation,
            (SELECT real_name FROM users WHERE id = t.captain_id) AS captain,
            m.members, m.users, m.emails, m.std_numbers, m.phones
     FROM participations p JOIN teams t ON t.id = p.team_id
     CROSS JOIN LATERAL (
       SELECT coalesce(array_agg(u.real_name ORDER BY u.id <> t.captain_id, r.created_at, u.id), '{}') AS members,
              coalesce(array_agg(u.user_name ORDER BY u.id <> t.captain_id, r.created_at, u.id), '{}') AS users,
              coalesce(array_agg(u.email ORDER BY u.id <> t.captain_id, r.created_at, u.id), '{}') AS emails,
              coalesce(array_agg(u.std_number ORDER BY u.id <> t.captain_id, r.created_at, u.id), '{}') AS std_numbers,
              coalesce(array_agg(coalesce(u.phone, '') ORDER BY u.id <> t.captain_id, r.created_at, u.id), '{}') AS phones
       FROM registrations r JOIN users u ON u.id = r.user_id WHERE r.participation_id = p.id
     ) m
     WHERE p.game_id = $1 AND p.status = 'Accepted'`,
    [gameId]
  )
  return new Map(rosters.map((roster) => [roster.participationId, roster]))
}

/** Part of a board; the whole is never in memory. */
export type SheetBoard = Pick<BoardSnapshot, 'teamCount' | 'head' | 'items'>

/** Teams read at a time, so that other work runs in between. */
const TEAMS_AT_ONCE = 25

async function* itemsOf(board: SheetBoard): AsyncGenerator<BoardItem> {
  for (let from = 0; from < board.teamCount; from += TEAMS_AT_ONCE) {
    yield* board.items(from, TEAMS_AT_ONCE)
    await nextIteration()
  }
}

/** Columns that are there when a team has something in them. */
const SOME_COLUMNS = ['division', 'country', 'affiliation'] as const
/** Columns about members; all but their user names are private fields (docs/rules/security.md#what-is-never-told). */
const PEOPLE_COLUMNS = ['captain', 'members', 'users', 'emails', 'std_numbers', 'phones'] as const
const LAST_COLUMNS = ['solved', 'last_solve', 'total', 'adjustments']

/**
 * Rows of a sheet with one row per team and one column per challenge (docs/rules/staff.md#scoreboard-sheet). `isPrivate`: with
 * private fields.
 */
export async function* boardRows(
  sql: Sql,
  gameId: number,
  board: SheetBoard,
  t: SheetText,
  { isPrivate }: { isPrivate: boolean }
): AsyncGenerator<Cell[]> {
  const rosters = await rostersOf(sql, gameId)
  const some = SOME_COLUMNS.filter((key) => [...rosters.values()].some((roster) => roster[key] !== null))
  const challenges = Object.values(board.head().challenges).flat()
  const blank = t('monitor:sheet.blank')
  const joined = (texts: string[] = []) => texts.map((text) => text.trim() || blank).join(' / ')
  const people = PEOPLE_COLUMNS.filter((key) => isPrivate || key === 'users')
  const columns = ['rank', 'team', ...some, ...people, ...LAST_COLUMNS]
  yield [...columns.map((key) => t(`monitor:sheet.${key}`)), ...challenges.map(({ title }) => title)]
  for await (const item of itemsOf(board)) {
    const roster = rosters.get(item.participationId)
    const points = pointsOf(item)
    yield [
      item.rank,
      item.name,
      ...some.map((key) => (key === 'division' ? item.organization : roster?.[key]) ?? ''),
      ...people.map((key) => (key === 'captain' ? roster?.captain.trim() || blank : joined(roster?.[key]))),
      item.solvedCount,
      item.lastSubmissionTime === NEVER ? '' : stamp(new Date(item.lastSubmissionTime)),
      item.score,
      item.adjustments.reduce((sum, { points }) => sum + points, 0),
      ...challenges.map(({ id }) => points.get(id) ?? 0)
    ]
  }
}

const pointsOf = ({ solvedChallenges }: BoardItem) =>
  new Map(solvedChallenges.map(({ id, score }) => [id, score]))

const SUBMISSION = {
  id: number,
  at: number,
  status: text,
  answer: text,
  participationId: number,
  challengeId: number,
  userId: nullable(uuid)
}
type SubmissionRow = RowOf<typeof SUBMISSION>

interface Place {
  at: number
  id: number
}

const ROWS_AT_ONCE = 1000

/** Newest first, read in parts without a lock (docs/rules/staff.md#submission-sheet). `isPrivate`: with addresses. */
export async function* submissionRows(
  pool: Pool,
  gameId: number,
  t: SheetText,
  { isPrivate }: { isPrivate: boolean }
): AsyncGenerator<Cell[]> {
  const columns = ['status', 'time', 'team', 'user', 'challenge', 'answer', ...(isPrivate ? ['email'] : [])]
  yield columns.map((key) => t(`monitor:sheet.${key}`))
  const challenges = await challengeCells(pool, gameId)
  const teams = createCells(pool, number, TEAMS)
  const users = createCells(pool, uuid, USERS)
  const statuses = new Map<string, Cell>()
  const statusCell = (status: string) => {
    const known = statuses.get(status) ?? new PreparedCell(t(`monitor:status.${status}`))
    statuses.set(status, known)
    return known
  }
  let before: Place | null = null
  for (;;) {
    const some: SubmissionRow[] = await submissionsBefore(pool, gameId, before)
    await teams.learn(some.map(({ participationId }) => participationId))
    await users.learn(some.flatMap(({ userId }) => userId ?? []))
    for (const { status, at, participationId, userId, challengeId, answer } of some) {
      const [team = ''] = teams.of(participationId)
      // Deleted accounts have neither name nor address.
      const [user = '', email = ''] = userId === null ? [] : users.of(userId)
      const challenge = challenges.get(challengeId) ?? ''
      const row = [statusCell(status), stamp(new Date(at)), team, user, challenge, answer]
      yield isPrivate ? [...row, email] : row
    }
    const last = some.at(-1)
    if (!last || some.length < ROWS_AT_ONCE) return
    before = last
  }
}

const TEAMS = `SELECT p.id, ARRAY[t.name] AS names FROM participations p JOIN teams t ON t.id = p.team_id
  WHERE p.id = ANY ($1::int[])`
const USERS = 'SELECT id, ARRAY[user_name, email] AS names FROM users WHERE id = ANY ($1::uuid[])'

/** Shared cells; `learn` reads unknown ones, each once a sheet. */
function createCells<Id>(pool: Pool, id: Column<Id>, select: string) {
  const known = new Map<Id, Cell[]>()
  return {
    async learn(ids: Id[]): Promise<void> {
      const missing = [...new Set(ids)].filter((id) => !known.has(id))
      if (missing.length === 0) return
      for (const { id: key, names } of await rows(pool, { id, names: texts }, select, [missing]))
        known.set(
          key as Id,
          names.map((name) => new PreparedCell(name))
        )
    },
    of: (id: Id): Cell[] => known.get(id) ?? []
  }
}

async function challengeCells(pool: Pool, gameId: number): Promise<Map<number, Cell>> {
  const list = await listWatchedChallenges(pool, gameId)
  return new Map(list.map(({ id, title }) => [id, new PreparedCell(title)]))
}

async function submissionsBefore(pool: Pool, gameId: number, before: Place | null): Promise<SubmissionRow[]> {
  return rows(
    pool,
    SUBMISSION,
    `SELECT s.id, (extract(epoch FROM s.submitted_at) * 1000)::int8 AS at, s.status, s.answer,
       s.participation_id AS "participationId", s.challenge_id AS "challengeId", s.user_id AS "userId"
     FROM submissions s
     WHERE s.game_id = $1 ${before ? `AND (s.submitted_at, s.id) < (${timestampSql('$3')}, $4)` : ''}
     ORDER BY s.submitted_at DESC, s.id DESC LIMIT $2`,
    [gameId, ROWS_AT_ONCE, ...(before ? [before.at, before.id] : [])]
  )
}

import { bool, nullable, number, oneOf, type RowOf, rows, type Sql, text, texts, time } from '~/server/db'
import { notFound } from '~/server/platform/errors'
import { wireTime } from '~/server/platform/time'
import { ANSWER_RESULTS } from '~/server/submissions/contract'
import type { EvidenceKind } from './constants'
import type { EvidenceFacts, EvidenceRef } from './contract'

export interface Taken extends EvidenceRef {
  facts: EvidenceFacts
}

const SUBMISSION = {
  id: number,
  at: time,
  participationId: number,
  team: text,
  user: text,
  ip: nullable(text),
  challengeId: number,
  challenge: text,
  answer: text,
  status: oneOf(ANSWER_RESULTS),
  ownerId: nullable(number),
  owner: nullable(text),
  sameAddress: nullable(bool)
}

/** Submissions `$2` of a game; cheats with the flag's team. */
const SUBMISSIONS = `
  SELECT s.id, s.submitted_at AS at, s.participation_id AS "participationId", t.name AS team,
    coalesce(u.user_name, '') AS "user", s.ip, s.challenge_id AS "challengeId", c.title AS challenge, s.answer, s.status,
    q.id AS "ownerId", o.name AS owner,
    CASE WHEN q.id IS NOT NULL THEN
      EXISTS (SELECT FROM submissions x WHERE x.participation_id = q.id AND x.ip = s.ip) END AS "sameAddress"
  FROM submissions s
  JOIN challenges c ON c.id = s.challenge_id
  JOIN participations p ON p.id = s.participation_id
  JOIN teams t ON t.id = p.team_id
  LEFT JOIN users u ON u.id = s.user_id
  LEFT JOIN cheats h ON h.submission_id = s.id
  LEFT JOIN participations q ON q.id = h.source_participation_id
  LEFT JOIN teams o ON o.id = q.team_id
  WHERE s.game_id = $1 AND s.id = ANY ($2)`

const EVENT = {
  id: number,
  at: time,
  participationId: nullable(number),
  team: text,
  user: text,
  ip: nullable(text),
  type: text,
  values: texts
}

const EVENTS = `
  SELECT e.id, e.at, e.participation_id AS "participationId", coalesce(t.name, '') AS team,
    coalesce(u.user_name, '') AS "user", e.ip, e.type, e."values"
  FROM game_events e
  LEFT JOIN participations p ON p.id = e.participation_id
  LEFT JOIN teams t ON t.id = p.team_id
  LEFT JOIN users u ON u.id = e.user_id
  WHERE e.game_id = $1 AND e.id = ANY ($2)`

const ofSubmission = (kind: EvidenceKind, { id, at, ...facts }: RowOf<typeof SUBMISSION>): Taken => ({
  kind,
  id,
  facts: { time: wireTime(at), ...facts, event: null }
})

const ofEvent = ({ id, at, type, values, ...facts }: RowOf<typeof EVENT>): Taken => ({
  kind: 'event',
  id,
  facts: {
    time: wireTime(at),
    ...facts,
    challengeId: null,
    challenge: null,
    answer: null,
    status: null,
    ownerId: null,
    owner: null,
    sameAddress: null,
    event: { type, values }
  }
})

/** Each once, in order. @throws AppError `case.evidence_not_found` 404 for another game, or for no match */
export async function takeEvidence(
  sql: Sql,
  gameId: number,
  requested: readonly EvidenceRef[]
): Promise<Taken[]> {
  const idsOf = (events: boolean) =>
    requested.flatMap(({ kind, id }) => ((kind === 'event') === events ? [id] : []))
  const [fromSubmissions, fromEvents] = [idsOf(false), idsOf(true)]
  const submissions =
    fromSubmissions.length > 0 ? await rows(sql, SUBMISSION, SUBMISSIONS, [gameId, fromSubmissions]) : []
  const events = fromEvents.length > 0 ? await rows(sql, EVENT, EVENTS, [gameId, fromEvents]) : []
  const submission = new Map(submissions.map((one) => [one.id, one]))
  const event = new Map(events.map((one) => [one.id, one]))
  const unique = new Map(requested.map((one) => [`${one.kind} ${one.id}`, one]))
  return [...unique.values()].map(({ kind, id }) => {
    if (kind === 'event') {
      const found = event.get(id)
      if (found) return ofEvent(found)
    } else {
      const found = submission.get(id)
      if (found && (kind === 'submission' || found.ownerId !== null)) return ofSubmission(kind, found)
    }
    throw notFound('case.evidence_not_found')
  })
}

/** Participations of evidence. */
export const concernedBy = (taken: readonly Taken[]): number[] => [
  ...new Set(taken.flatMap(({ facts }) => [facts.participationId, facts.ownerId].filter((id) => id !== null)))
]

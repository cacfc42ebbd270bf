import { z } from 'zod'
import { json, number, type Pool, row } from '~/server/db'
import { notFound } from '~/server/platform/errors'
import { wireTime } from '~/server/platform/time'
import { IS_PUBLIC_SQL } from '~/server/players'
import {
  apartFromCorrectionsSinceSql,
  changedAfterSql,
  GRANTED_SINCE_SQL,
  knownStatusSql
} from '~/server/public-board'
import { explainUnavailable, isUnlockedSql } from '~/server/requirements'
import { ANSWER_RESULTS, type Part, type SolverList, shownVerdict, type TryList } from './contract'

const listOf = <T extends z.ZodType>(item: T) => ({ total: number, data: json(z.array(item)) })

const asJson = (select: string) => `(SELECT coalesce(json_agg(x), '[]') FROM (${select}) x)`

const TRIES = listOf(
  z.object({
    id: z.int(),
    time: z.string(),
    userName: z.string().nullable(),
    flag: z.string(),
    status: z.enum(ANSWER_RESULTS)
  })
)

const OWN_TRY = `s.participation_id = $3 AND s.challenge_id = c.id AND NOT ${GRANTED_SINCE_SQL}`

/** A team's flags for an enabled challenge, newest first. @throws AppError `challenge.unavailable` 404 */
export async function listTries(
  pool: Pool,
  { gameId, challengeId, participationId }: Record<'gameId' | 'challengeId' | 'participationId', number>,
  { count, skip }: Part
): Promise<TryList> {
  const found = await row(pool, TRIES, {
    name: 'submissions_tries',
    text: `SELECT
        (SELECT count(*)::int FROM submissions s WHERE ${OWN_TRY}) AS total,
        ${asJson(`SELECT s.id, s.submitted_at AS "time", u.user_name AS "userName", s.answer AS flag,
            ${knownStatusSql()} AS status
          FROM submissions s LEFT JOIN users u ON u.id = s.user_id
          WHERE ${OWN_TRY}
          ORDER BY s.submitted_at DESC, s.id DESC LIMIT $4 OFFSET $5`)} AS data
      FROM challenges c JOIN games g ON g.id = c.game_id
      WHERE c.game_id = $1 AND c.id = $2 AND c.enabled AND ${isUnlockedSql('$3')}`,
    values: [gameId, challengeId, participationId, count, skip]
  })
  if (!found) throw await explainUnavailable(pool, gameId, challengeId, participationId)
  const data = found.data.map((one, index) => ({
    ...one,
    number: found.total - skip - index,
    time: wireTime(new Date(one.time)),
    status: shownVerdict(one.status)
  }))
  return { data, length: data.length, total: found.total }
}

const SOLVERS = listOf(
  z.object({
    teamId: z.int(),
    team: z.string(),
    division: z.string().nullable(),
    userName: z.string().nullable(),
    player: z.string().nullable(),
    time: z.string()
  })
)

/** Entries of challenge $2 of one kind without what a freeze at $5 holds back. */
const shownEntries = (kind: 'solve' | 'void') => `
  SELECT e.seq, e.kind, e.at, e.participation_id, e.user_id, e.submission_id FROM score_events e
  WHERE (SELECT behind FROM changed) AND e.game_id = $1 AND e.challenge_id = $2 AND e.kind = '${kind}'
    AND e.at < $5 AND ${apartFromCorrectionsSinceSql('$5')}`

/**
 * Counted solves of challenge $2 before a freeze at $5: those of the table or, once results were corrected behind the freeze, as
 * the ledger has them: of each team the first that nothing shown has revoked, as `fold` does it. One statement, so one state.
 */
const COUNTED = `
  WITH changed AS MATERIALIZED (
    SELECT $5::timestamptz IS NOT NULL AND ${changedAfterSql('$1', '$5::timestamptz')} AS behind
  ), shown AS MATERIALIZED (${shownEntries('solve')} UNION ALL ${shownEntries('void')}
  ), solved AS (
    SELECT s.participation_id, s.user_id, s.solved_at, s.submission_id FROM solves s
    WHERE NOT (SELECT behind FROM changed) AND s.challenge_id = $2 AND ($5::timestamptz IS NULL OR s.solved_at < $5)
    UNION ALL
    (SELECT DISTINCT ON (o.participation_id) o.participation_id, o.user_id, o.at, o.submission_id
     FROM shown o WHERE o.kind = 'solve' AND NOT EXISTS (
       SELECT FROM shown v WHERE v.kind = 'void' AND v.participation_id = o.participation_id AND v.seq > o.seq
         AND (v.submission_id IS NULL OR v.submission_id = o.submission_id))
     ORDER BY o.participation_id, o.seq)
  ), counted AS MATERIALIZED (
    SELECT s.*, p.team_id, p.division FROM solved s JOIN participations p ON p.id = s.participation_id AND p.status = 'Accepted'
  )`

/**
 * Counted solves of an enabled challenge in order. `until`: as the public board shows them that is frozen since then; null: as
 * they are. @throws AppError `challenge.unavailable` 404
 */
export async function listSolvers(
  pool: Pool,
  gameId: number,
  challengeId: number,
  { count, skip, until }: Part & { until: Date | null }
): Promise<SolverList> {
  const found = await row(pool, SOLVERS, {
    name: 'submissions_solvers',
    text: `${COUNTED}
      SELECT (SELECT count(*)::int FROM counted) AS total,
        ${asJson(`SELECT t.id AS "teamId", t.name AS team, s.division, u.user_name AS "userName",
            CASE WHEN ${IS_PUBLIC_SQL} THEN u.id END AS player, s.solved_at AS "time"
          FROM counted s JOIN teams t ON t.id = s.team_id LEFT JOIN users u ON u.id = s.user_id
          ORDER BY s.solved_at, s.submission_id LIMIT $3 OFFSET $4`)} AS data
      FROM challenges c WHERE c.game_id = $1 AND c.id = $2 AND c.enabled`,
    values: [gameId, challengeId, count, skip, until]
  })
  if (!found) throw notFound('challenge.unavailable')
  const data = found.data.map((one, index) => ({
    ...one,
    place: skip + index + 1,
    time: wireTime(new Date(one.time))
  }))
  return { data, length: data.length, total: found.total }
}

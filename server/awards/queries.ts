import { bool, nullable, number, row, rows, type Sql, text, time } from '~/server/db'
import { endSql } from '~/server/games/contract'
import { notFound } from '~/server/platform/errors'
import { wireTime } from '~/server/platform/time'
import { MAX_SUMS } from './constants'
import type { AwardSums } from './contract'

const PLACE = { now: time, started: bool, paused: bool, challenge: bool, open: bool }

/** Read under the ledger's lock, because caches may be older. @throws AppError `game.not_found` 404 */
export async function readPlace(sql: Sql, gameId: number, challengeId: number | null) {
  const found = await row(
    sql,
    PLACE,
    `SELECT t.now, t.now >= g.start_at AS started,
       coalesce(t.now >= g.paused_at AND t.now < g.paused_until, false) AS paused,
       c.id IS NOT NULL AS challenge, coalesce(c.enabled, false) AS open
     FROM games g CROSS JOIN (SELECT date_trunc('milliseconds', clock_timestamp()) AS now) t
     LEFT JOIN challenges c ON c.id = $2 AND c.game_id = g.id
     WHERE g.id = $1`,
    [gameId, challengeId]
  )
  if (!found) throw notFound('game.not_found')
  return found
}

/** Whether these teams of the game play, and are over at `now`; those of other games are left out. */
export const listAwarded = (sql: Sql, gameId: number, participationIds: readonly number[], now: Date) =>
  rows(
    sql,
    { id: number, plays: bool, ended: bool },
    `SELECT p.id, p.status = 'Accepted' AS plays, $3::timestamptz >= ${endSql('g', 'p')} AS ended
     FROM participations p JOIN games g ON g.id = p.game_id WHERE p.game_id = $1 AND p.id = ANY ($2)`,
    [gameId, participationIds, now]
  )

/** Whether a token gave points for the challenge earlier in the hour of `now`. */
export async function hasAwardThisHour(
  sql: Sql,
  {
    gameId,
    challengeId,
    tokenId,
    now
  }: { gameId: number; challengeId: number | null; tokenId: string; now: Date }
): Promise<boolean> {
  const found = await row(
    sql,
    {},
    `SELECT FROM game_awards WHERE game_id = $1 AND at >= date_trunc('hour', $4::timestamptz) AND token_id = $3
       AND challenge_id IS NOT DISTINCT FROM $2 LIMIT 1`,
    [gameId, challengeId, tokenId, now]
  )
  return Boolean(found)
}

const SUM = {
  challengeId: nullable(number),
  challenge: nullable(text),
  participationId: number,
  team: text,
  times: number,
  points: number,
  last: time,
  total: number
}

interface Seen {
  /** Awards before then; null for all. */
  until: Date | null
  /** Only teams of the board and titles of open challenges. */
  shown: boolean
}

/** By challenge and team, most points of a challenge first. */
export async function listAwardSums(sql: Sql, gameId: number, { until, shown }: Seen): Promise<AwardSums> {
  const found = await rows(
    sql,
    SUM,
    `SELECT a.challenge AS "challengeId", CASE WHEN c.enabled OR NOT $3 THEN c.title END AS challenge,
       a.participation AS "participationId", t.name AS team, a.times, a.points, a.last, count(*) OVER ()::int AS total
     FROM (
       SELECT (payload->'hill'->>'challenge')::int AS challenge, participation_id AS participation, count(*)::int AS times,
         sum((payload->>'points')::int)::int AS points, max(at) AS last
       FROM score_events
       WHERE game_id = $1 AND kind = 'award' AND payload ? 'hill' AND ($2::timestamptz IS NULL OR at < $2)
       GROUP BY 1, 2
     ) a JOIN participations p ON p.id = a.participation AND (p.status = 'Accepted' OR NOT $3)
       JOIN teams t ON t.id = p.team_id LEFT JOIN challenges c ON c.id = a.challenge AND c.game_id = $1
     ORDER BY c.title, a.challenge, a.points DESC, a.participation LIMIT $4`,
    [gameId, until, shown, MAX_SUMS]
  )
  const data = found.map(({ total: _, last, ...sum }) => ({ ...sum, last: wireTime(last) }))
  return { total: found[0]?.total ?? 0, data }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { bool, type Database, nullable, number, type Pool, row, text } from '~/server/db'
import { teamHashSalt } from '~/server/games'
import { AppError, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { DynamicType } from '../contract'
import { makeFlag, teamHash } from './template'

export interface FlagOwner {
  gameId: number
  challengeId: number
  participationId: number
}

/** Tries to give a flag before it counts as a fault. */
const TRIES = 20
const PAUSE_MS = 5

/** No team has the flag `f`, compared by text, so that a duplicate is drawn once. */
export const FREE =
  'NOT EXISTS (SELECT FROM team_flags o WHERE o.challenge_id = f.challenge_id AND o.flag = f.flag)'

/** Skips flags that others draw now. Locks the challenge's row first, as its deletion does. */
const DRAW = `
  WITH challenge AS MATERIALIZED (
    SELECT id FROM challenges WHERE id = $1 FOR KEY SHARE
  ), drawn AS (
    SELECT f.id, f.flag FROM flags f
    WHERE f.challenge_id = (SELECT id FROM challenge) AND ${FREE}
    ORDER BY random() LIMIT 1
    FOR UPDATE OF f SKIP LOCKED
  )
  INSERT INTO team_flags (challenge_id, participation_id, flag_id, flag)
  SELECT $1, $2, id, flag FROM drawn
  ON CONFLICT DO NOTHING`

/** `left`: entries that no team has; `missing`: accepted teams without one. */
const STOCK = { own: bool, left: number, missing: number }

async function stockOf(pool: Pool, { gameId, challengeId, participationId }: FlagOwner) {
  const stock = await row(
    pool,
    STOCK,
    `SELECT EXISTS (SELECT FROM team_flags WHERE challenge_id = $1 AND participation_id = $2) AS own,
       (SELECT count(*)::int FROM flags f WHERE f.challenge_id = $1
          AND ${FREE}) AS left,
       (SELECT count(*)::int FROM participations p WHERE p.game_id = $3 AND p.status = 'Accepted'
          AND NOT EXISTS (SELECT FROM team_flags o WHERE o.challenge_id = $1 AND o.participation_id = p.id)) AS missing`,
    [challengeId, participationId, gameId]
  )
  return stock!
}

/** @throws AppError 404 `challenge.files_exhausted`, `challenge.unavailable` for one deleted meanwhile */
async function draw(pool: Pool, log: Log, place: FlagOwner): Promise<void> {
  const about = { game: place.gameId, challenge: place.challengeId }
  for (let tries = 1; tries <= TRIES; tries++) {
    const { rowCount } = await pool.query(DRAW, [place.challengeId, place.participationId])
    const { own, left, missing } = await stockOf(pool, place)
    if (rowCount && left < missing) log.warn({ ...about, left, missing }, 'flag_pool_low')
    if (own) return
    if (left === 0) {
      log.warn({ ...about, participation: place.participationId, missing }, 'flag_pool_empty')
      const { rowCount } = await pool.query('SELECT FROM challenges WHERE id = $1', [place.challengeId])
      throw notFound(rowCount === 0 ? 'challenge.unavailable' : 'challenge.files_exhausted')
    }
    await sleep(PAUSE_MS * tries)
  }
  throw new AppError('server.busy', 503, { retryAfter: 1 })
}

/** Generates a flag; a duplicate of another team's is generated again. */
async function generate(pool: Pool, place: FlagOwner): Promise<void> {
  const { gameId, challengeId, participationId } = place
  const found = await row(
    pool,
    { template: nullable(text), privateSeed: text, token: text },
    `SELECT c.flag_template AS template, g.private_seed AS "privateSeed", p.token
     FROM challenges c JOIN games g ON g.id = c.game_id JOIN participations p ON p.game_id = g.id
     WHERE c.id = $1 AND p.id = $2 AND g.id = $3`,
    [challengeId, participationId, gameId]
  )
  if (!found) throw notFound('challenge.unavailable')
  const { template, privateSeed, token } = found
  const hash = teamHash(teamHashSalt(privateSeed), challengeId, token)
  for (let tries = 1; tries <= TRIES; tries++) {
    const { rowCount } = await pool.query(
      `INSERT INTO team_flags (challenge_id, participation_id, flag) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [challengeId, participationId, makeFlag(template, hash)]
    )
    if (rowCount || (await stockOf(pool, place)).own) return
  }
  throw new Error(`The template of challenge ${challengeId} gives the same flags again and again`)
}

/** Gives a team its flag of a dynamic challenge, exactly once under races (docs/rules/flags.md#assignment). */
export async function assignFlag(
  { pool }: Pick<Database, 'pool'>,
  log: Log,
  type: DynamicType,
  place: FlagOwner
): Promise<void> {
  await (type === 'DynamicAttachment' ? draw(pool, log, place) : generate(pool, place))
}

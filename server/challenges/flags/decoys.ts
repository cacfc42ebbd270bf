import { type Database, row, rows, type Sql, text } from '~/server/db'
import { teamHashSalt } from '~/server/games'
import { AppError, notFound } from '~/server/platform/errors'
import type { PoolDecoy } from './contract'
import { makeFlag, teamHash } from './template'

/** Decoys that are made until one is none of the challenge's flags. */
const TRIES = 20

const PLACE = { template: text, privateSeed: text, token: text }

const TEMPLATE = `
  SELECT c.decoy AS template, g.private_seed AS "privateSeed", p.token
  FROM challenges c JOIN games g ON g.id = c.game_id JOIN participations p ON p.game_id = g.id
  WHERE c.id = $1 AND p.id = $2 AND g.id = $3 AND c.decoy IS NOT NULL
    AND NOT EXISTS (SELECT FROM team_decoys d WHERE d.challenge_id = c.id AND d.participation_id = p.id)`

const ASSIGN = `
  INSERT INTO team_decoys (challenge_id, participation_id, decoy)
  SELECT $1, $2, $3
  WHERE NOT EXISTS (SELECT FROM flags WHERE challenge_id = $1 AND flag = $3)
    AND NOT EXISTS (SELECT FROM team_flags WHERE challenge_id = $1 AND flag = $3)
  ON CONFLICT DO NOTHING`

/**
 * Gives a team its decoy of a challenge with containers, once and for good; nothing where the challenge has none
 * (docs/rules/flags.md#decoys). A decoy that would be a flag is made anew, and after some tries there is none: no player waits
 * for a trap.
 */
export async function assignDecoy(
  { pool }: Pick<Database, 'pool'>,
  { gameId, challengeId, participationId }: Record<'gameId' | 'challengeId' | 'participationId', number>
): Promise<void> {
  const found = await row(pool, PLACE, TEMPLATE, [challengeId, participationId, gameId])
  if (!found) return
  const { template, privateSeed, token } = found
  // The hash differs from that in flags. Otherwise a decoy would reveal the flag's hash to anyone who finds it.
  const hash = teamHash(teamHashSalt(privateSeed), challengeId, `decoy:${token}`)
  for (let tries = 1; tries <= TRIES; tries++) {
    const { rowCount } = await pool.query(ASSIGN, [challengeId, participationId, makeFlag(template, hash)])
    if (rowCount) return
  }
}

/** The list of decoys is hashed once: a join of flags with flags took minutes at ten thousand, until their table was analyzed. */
const FLAGS = `
  SELECT f.flag FROM challenges c JOIN flags f ON f.challenge_id = c.id
  WHERE c.id = $1 AND (f.flag = c.decoy
    OR f.flag IN (SELECT d.decoy FROM flags d WHERE d.challenge_id = $1 AND d.decoy IS NOT NULL))
  LIMIT 1`

/** @throws AppError `challenge.decoy_is_flag` when a decoy of the challenge is one of its flags, with the field `decoy` */
export async function checkDecoys(sql: Sql, challengeId: number): Promise<void> {
  if (await row(sql, { flag: text }, FLAGS, [challengeId]))
    throw new AppError('challenge.decoy_is_flag', 400, { extra: { field: 'decoy' } })
}

const UNKNOWN = `
  SELECT given.flag FROM unnest($2::text[]) WITH ORDINALITY given (flag, place)
  WHERE NOT EXISTS (SELECT FROM flags f WHERE f.challenge_id = $1 AND f.flag = given.flag) ORDER BY place LIMIT 1`

const SET = `
  UPDATE flags f SET decoy = g.decoy FROM unnest($2::text[], $3::text[]) g (flag, decoy)
  WHERE f.challenge_id = $1 AND f.flag = g.flag`

/**
 * Writes which decoy is in the file of which flag.
 * @throws AppError `challenge.decoy_flag_unknown` 404 for a flag that the challenge does not have; those of checkDecoys
 */
export async function writePoolDecoys(
  sql: Sql,
  challengeId: number,
  given: readonly PoolDecoy[]
): Promise<void> {
  const flags = given.map(({ flag }) => flag)
  const [unknown] = await rows(sql, { flag: text }, UNKNOWN, [challengeId, flags])
  if (unknown) throw notFound('challenge.decoy_flag_unknown')
  await sql.query(SET, [challengeId, flags, given.map(({ decoy }) => decoy)])
  await checkDecoys(sql, challengeId)
}

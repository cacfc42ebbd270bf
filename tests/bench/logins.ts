import type pg from 'pg'
import { hashPassword } from '~/server/accounts/password-hash'
import { encode, type LoadResult, load, quantile } from './support/load'
import { steadyPages } from './support/pages'
import { heading, line, number } from './support/report'
import { type Seeded, seed } from './support/seed'

const PASSWORD = 'hoist the flag'
const CONNECTIONS = 32
const SECONDS = 6

/** Logs players in as fast as possible, a different one each time, while others request pages. */
async function flood(port: number, game: Seeded, names: string[]): Promise<[LoadResult, Float64Array]> {
  const headers = { 'Content-Type': 'application/json' }
  const next = (n: number) => {
    const body = JSON.stringify({ userName: names[n % names.length], password: PASSWORD })
    return encode('POST', '/api/account/login', headers, body)
  }
  let over = false
  const pages = steadyPages(port, game, () => over)
  const result = await load({ port, connections: CONNECTIONS, seconds: SECONDS, next })
  over = true
  const [, player] = await pages
  return [result, player]
}

/** Logins, each with an argon2id of 19 MiB, and their effect on others. */
export async function benchLogins(pool: pg.Pool, port: number): Promise<void> {
  heading(`Logins: ${CONNECTIONS} connections, argon2id; pages of others meanwhile`)
  const game = await seed(pool, { teams: 500 })
  const { rows } = await pool.query<{ name: string }>(
    `UPDATE users SET password_hash = $2 WHERE id IN
       (SELECT user_id FROM registrations WHERE game_id = $1) RETURNING user_name AS name`,
    [game.gameId, await hashPassword(PASSWORD)]
  )
  const begun = performance.now()
  const own = 20
  for (let n = 0; n < own; n++) await hashPassword(PASSWORD)
  const alone = (performance.now() - begun) / own
  line('one password, alone', `${number(alone)} ms, ${number(1000 / alone, 0)}/s on one core`)
  const [result, player] = await flood(
    port,
    game,
    rows.map(({ name }) => name)
  )
  const [p50, p95] = [0.5, 0.95].map((q) => number(quantile(result.latencies, q)))
  line('logins', `${number(result.rate, 0)}/s, p50 ${p50} p95 ${p95} ms ${JSON.stringify(result.status)}`)
  line("a player's page meanwhile, p95", `${number(quantile(player, 0.95))} ms`)
}

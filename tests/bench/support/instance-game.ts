import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Seeded, seed } from './seed'

/** The times of an instance; milliseconds since 1970. */
export interface Course {
  requested: number
  claimed: number
  created: number
  ready: number
  expires: number
  /** When it was stopped; null while it runs. */
  ending: number | null
  ended: number | null
}

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`

/** Marks the engine as tested, so that starts are allowed. */
export async function guarded(pool: pg.Pool): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(200)) {
    const { rows } = await pool.query<{ guard: string }>('SELECT guard FROM engines')
    if (rows[0]?.guard === 'guarded') return
    if (rows[0]?.guard === 'unguarded') break
  }
  throw new Error('The engine did not pass its self-test')
}

/** A running game whose challenges are containers of the smallest size, with the calls about instances. */
export class InstanceGame {
  private constructor(
    private readonly pool: pg.Pool,
    private readonly url: string,
    readonly game: Seeded
  ) {}

  static async make(
    pool: pg.Pool,
    url: string,
    image: string,
    size: { teams: number; challenges: number }
  ): Promise<InstanceGame> {
    const game = await seed(pool, size)
    await pool.query('UPDATE games SET container_limit = 0 WHERE id = $1', [game.gameId])
    await pool.query(
      `UPDATE challenges SET type = 'StaticContainer', container_image = $2, expose_port = 80, memory_limit = 32,
         cpu_count = 1 WHERE game_id = $1`,
      [game.gameId, image]
    )
    return new InstanceGame(pool, url, game)
  }

  #call(method: 'POST' | 'DELETE', challenge: number, team: number): Promise<Response> {
    const path = `/api/game/${this.game.gameId}/container/${this.game.challengeIds[challenge]}`
    return fetch(this.url + path, { method, headers: { Cookie: this.game.cookies[team]!, Origin: this.url } })
  }

  /** Starts an instance; the reply comes when it runs or after eight seconds. @returns milliseconds */
  async start(challenge: number, team: number): Promise<number> {
    const begun = performance.now()
    const answer = await this.#call('POST', challenge, team)
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`A start was answered ${answer.status}: ${text}`)
    return performance.now() - begun
  }

  /** The ticket of the team's member, or host and port. */
  async entry(challenge: number, team: number): Promise<string> {
    const path = `/api/game/${this.game.gameId}/challenges/${this.game.challengeIds[challenge]}`
    const answer = await fetch(this.url + path, { headers: { Cookie: this.game.cookies[team]! } })
    const { context } = (await answer.json()) as { context: { instanceEntry: string | null } }
    if (!context.instanceEntry) throw new Error('A ready instance has no entry')
    return context.instanceEntry
  }

  /** Stops an instance and waits until it is deleted. @returns milliseconds */
  async stop(challenge: number, team: number): Promise<number> {
    const begun = performance.now()
    const answer = await this.#call('DELETE', challenge, team)
    if (answer.status !== 200) throw new Error(`A stop was answered ${answer.status}: ${await answer.text()}`)
    return performance.now() - begun
  }

  /** Removes the ten seconds' wait before the next request for an instance. */
  async unpause(): Promise<void> {
    await this.pool.query(`UPDATE instances SET operated_at = now() - interval '1 minute'`)
  }

  /** All instances of a challenge, in the order in which they were ready. */
  async courses(challenge: number): Promise<Course[]> {
    const { rows } = await this.pool.query<Course>(
      `SELECT ${ms('i.requested_at')} AS requested, ${ms('i.started_at')} AS claimed, ${ms('e.at')} AS created,
         ${ms('i.ready_at')} AS ready, ${ms('i.expires_at')} AS expires, ${ms('i.ended_at')} AS ended,
         (SELECT ${ms('min(at)')} FROM instance_events WHERE instance_id = i.id AND event = 'stopping') AS ending
       FROM instances i JOIN LATERAL (SELECT max(at) AS at FROM instance_events
         WHERE instance_id = i.id AND event = 'created') e ON true
       WHERE i.challenge_id = $1 AND i.ready_at IS NOT NULL ORDER BY i.ready_at`,
      [this.game.challengeIds[challenge]]
    )
    return rows
  }

  /** Starts one for each of the first teams at once and waits until all are ready. @returns when it began */
  async startMany(challenge: number, count: number): Promise<number> {
    const begun = Date.now()
    await Promise.all(Array.from({ length: count }, (_, team) => this.start(challenge, team)))
    await this.#until('ready', async () => {
      const { rows } = await this.pool.query<{ n: number }>(
        'SELECT count(*)::int AS n FROM instances WHERE challenge_id = $1 AND ready_at IS NOT NULL',
        [this.game.challengeIds[challenge]]
      )
      return rows[0]!.n === count
    })
    return begun
  }

  /** Sets the end of some instances of a challenge. @param seconds from now */
  async expireIn(challenge: number, count: number, seconds: number): Promise<void> {
    await this.pool.query(
      `UPDATE instances SET expires_at = now() + $3 * interval '1 second' WHERE id IN (
         SELECT id FROM instances WHERE challenge_id = $1 AND state = 'ready' ORDER BY id LIMIT $2)`,
      [this.game.challengeIds[challenge], count, seconds]
    )
  }

  /** Resolves when at most `left` instances are on the engine. */
  async gone(left = 0): Promise<void> {
    await this.#until('gone', async () => {
      const { rows } = await this.pool.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM instances WHERE state NOT IN ('ended', 'failed')`
      )
      return rows[0]!.n <= left
    })
  }

  async #until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    for (const end = Date.now() + 180_000; !(await isSo()); ) {
      if (Date.now() > end) throw new Error(`Not all instances are ${what} within three minutes`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

import type pg from 'pg'
import { createClient } from 'redis'
import type { Platform } from './platform'

const SAMPLE_MS = 1000

/** Tells the benchmark's own connections from the platform's; their `application_name`. */
export const BENCH = 'bench'

interface Sizes {
  /** Bytes of the database with its indexes. */
  database: number
  /** Bytes of the write-ahead log since the cluster was made. */
  written: number
}

async function sizesOf(pool: pg.Pool): Promise<Sizes> {
  const { rows } = await pool.query<Sizes>(
    `SELECT pg_database_size(current_database())::float8 AS database,
       pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS written`
  )
  return rows[0]!
}

/** What Postgres and Redis hold during a load: connections and memory at most, and how much was added to the disk. */
export class StoreUsage {
  readonly #redis: ReturnType<typeof createClient>
  #connections = 0
  #memory = 0
  #timer: NodeJS.Timeout | undefined
  #before: Sizes | undefined

  constructor(
    private readonly pool: pg.Pool,
    { redisUrl }: Platform
  ) {
    this.#redis = createClient({ url: redisUrl })
  }

  async begin(): Promise<void> {
    await this.#redis.connect()
    this.#before = await sizesOf(this.pool)
    this.#timer = setInterval(() => void this.#sample(), SAMPLE_MS)
  }

  async #sample(): Promise<void> {
    const { rows } = await this.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND application_name <> $1`,
      [BENCH]
    )
    const memory = Number(/used_memory:(\d+)/.exec(await this.#redis.info('memory'))?.[1])
    this.#connections = Math.max(this.#connections, rows[0]!.count)
    this.#memory = Math.max(this.#memory, memory)
  }

  /** Connections of the platform; the others in bytes. */
  async end() {
    clearInterval(this.#timer)
    await this.#sample()
    const after = await sizesOf(this.pool)
    this.#redis.destroy()
    const [connections, memory] = [this.#connections, this.#memory]
    const { database, written } = this.#before!
    return { connections, memory, database: after.database - database, written: after.written - written }
  }
}

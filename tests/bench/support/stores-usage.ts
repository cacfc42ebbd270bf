import type pg from 'pg'
import { createClient } from 'redis'
import type { Platform } from './platform'
import { line, number } from './report'

const SAMPLE_MS = 2000
const MIB = 2 ** 20

/** What an event takes of Postgres and Redis: connections, memory, growth on disk. */
export async function watchStores({ redisUrl }: Platform, pool: pg.Pool) {
  const redis = await createClient({ url: redisUrl }).connect()
  const one = async (text: string) => Number((await pool.query<{ n: string }>(text)).rows[0]!.n)
  const size = () => one('SELECT pg_database_size(current_database()) AS n')
  const memory = async () => Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1])
  const before = await size()
  const peaks = { connections: 0, active: 0, memory: 0 }
  const sample = async () => {
    const all = await one(`SELECT count(*) AS n FROM pg_stat_activity WHERE backend_type = 'client backend'`)
    const active = await one(`SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active'`)
    peaks.connections = Math.max(peaks.connections, all)
    peaks.active = Math.max(peaks.active, active)
    peaks.memory = Math.max(peaks.memory, await memory())
  }
  await sample()
  const timer = setInterval(() => void sample().catch(() => {}), SAMPLE_MS)
  return {
    async report() {
      clearInterval(timer)
      await sample()
      line('Postgres', `${peaks.connections} connections, at most ${peaks.active} at work`)
      line(
        'Postgres on disk',
        `${number(before / MIB)} MiB, and ${number(((await size()) - before) / MIB, 1)} more`
      )
      line('Redis', `${number(peaks.memory / MIB)} MiB of data`)
      await redis.close()
    }
  }
}

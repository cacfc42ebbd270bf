import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { createChange, type MakeChange } from '~/server/change'
import { createDatabase, type Database } from '~/server/db'
import { createLog, type Log } from '~/server/platform/log'
import { createRedis, type Redis } from '~/server/platform/redis'
import { administer, beside, copyOf } from './template'

/** A database with the schema, and an empty Redis. */
export interface Stores {
  db: Database
  redis: Redis
  databaseUrl: string
  redisUrl: string
  log: Log
  close(): Promise<void>
}

/** How many stores a test file may have open at once. */
const CONCURRENCY = 2

/** Unused Redis databases of this worker; no other worker uses them, and none uses 0. */
const free = Array.from(
  { length: CONCURRENCY },
  (_, n) => Number(process.env.VITEST_POOL_ID) * CONCURRENCY - n
)

/** Opens stores for one test file; files run at the same time. The database is a copy of `template`. */
export async function openStores(template: 'template' | 'platformTemplate' = 'template'): Promise<Stores> {
  const redisDb = free.pop()
  if (redisDb === undefined) throw new Error(`A test file has ${CONCURRENCY} stores at most`)
  const name = `halyard_test_${randomBytes(6).toString('hex')}`
  await administer(copyOf(inject(template), name))
  const databaseUrl = beside('TEST_DATABASE_URL', name)
  const redisUrl = beside('TEST_REDIS_URL', String(redisDb))
  const log = createLog('test', process.env.LOG_LEVEL ?? 'silent')
  const db = createDatabase(databaseUrl, { guarded: true, pipeline: true })
  const redis = await createRedis(redisUrl, log)
  await redis.flushDb()
  return {
    db,
    redis,
    databaseUrl,
    redisUrl,
    log,
    async close() {
      await redis.flushDb().catch(() => {})
      redis.destroy()
      free.push(redisDb)
      await db.close()
      await administer(`DROP DATABASE ${name} WITH (FORCE)`)
    }
  }
}

/** Changes without effects after the commit, because there are neither caches nor scoring. */
export const changeOf = ({ db, log }: Pick<Stores, 'db' | 'log'>): MakeChange =>
  createChange({ db, log, caches: { invalidate: () => {} }, notifyScoring: () => {} })

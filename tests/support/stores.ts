import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { createDatabase, type Database } from '~/server/platform/db'
import { createLog, type Log } from '~/server/platform/log'
import { createRedis, type Redis } from '~/server/platform/redis'
import { administer, beside } from './template'

/** A database of one's own with the schema, and an empty Redis. */
export interface Stores {
  db: Database
  redis: Redis
  databaseUrl: string
  redisUrl: string
  log: Log
  /** Drops the database, empties Redis. */
  close(): Promise<void>
}

/**
 * Opens stores for one test file. Files that run at the same time need different `redisDb` numbers (0–15);
 * FLUSHALL knows no numbers, so integration files run one after the other.
 */
export async function openStores(redisDb = 1): Promise<Stores> {
  const name = `halyard_test_${randomBytes(6).toString('hex')}`
  await administer(`CREATE DATABASE ${name} TEMPLATE ${inject('template')}`)
  const databaseUrl = beside('TEST_DATABASE_URL', name)
  const redisUrl = beside('TEST_REDIS_URL', String(redisDb))
  const log = createLog('test', process.env.LOG_LEVEL ?? 'silent')
  const db = createDatabase(databaseUrl)
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
      await db.close()
      await administer(`DROP DATABASE ${name} WITH (FORCE)`)
    }
  }
}

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from '~/server/migrations'
import { createDatabase, type Database } from '~/server/platform/db'
import { createLog, type Log } from '~/server/platform/log'
import { createRedis, type Redis } from '~/server/platform/redis'

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

const need = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run the tests with npm test`)
  return value
}

/**
 * Opens stores for one test file. Files that run at the same time need different `redisDb` numbers (0–15);
 * publish/subscribe and FLUSHALL know no numbers, so integration files run one after the other.
 */
export async function openStores(redisDb = 1): Promise<Stores> {
  const name = `halyard_test_${randomBytes(6).toString('hex')}`
  await administer(`CREATE DATABASE ${name}`)
  const databaseUrl = withPath(need('TEST_DATABASE_URL'), name)
  const redisUrl = withPath(need('TEST_REDIS_URL'), String(redisDb))
  const log = createLog('test', process.env.LOG_LEVEL ?? 'silent')
  const db = createDatabase(databaseUrl)
  await migrate(db)
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

/** Runs one statement outside all test databases. */
async function administer(statement: string): Promise<void> {
  const client = new pg.Client(need('TEST_DATABASE_URL'))
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

function withPath(url: string, path: string): string {
  const changed = new URL(url)
  changed.pathname = `/${path}`
  return changed.href
}

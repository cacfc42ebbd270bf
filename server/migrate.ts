import { Umzug } from 'umzug'
import type { Ctx } from './accounts/contract'
import { migrations } from './migrations'
import { createCaches } from './platform/cache'
import { createDatabase, type Database } from './platform/db'
import { loadEnv } from './platform/env'
import { randomHex, uuid7 } from './platform/ids'
import { failStart } from './platform/lifecycle'
import { createLog } from './platform/log'
import { createRedis } from './platform/redis'
import { createServices } from './services'

/** Key of the advisory lock that lets one process migrate while the others wait. */
const MIGRATION_LOCK = 0x6861_6c79

/** Brings the schema up to date; any number of processes may call it at once. Answers the names applied. */
export async function migrate(db: Database): Promise<string[]> {
  return db.transaction(async (sql) => {
    await sql.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await sql.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL)'
    )
    const umzug = new Umzug({
      migrations: migrations.map(({ name, up, down }) => ({
        name,
        up: async () => void (await sql.query(up)),
        down: async () => void (await sql.query(down))
      })),
      storage: {
        logMigration: async ({ name }) =>
          void (await sql.query('INSERT INTO migrations VALUES ($1, now())', [name])),
        unlogMigration: async ({ name }) =>
          void (await sql.query('DELETE FROM migrations WHERE name = $1', [name])),
        executed: async () =>
          (await sql.query<{ name: string }>('SELECT name FROM migrations ORDER BY name')).rows.map(
            (row) => row.name
          )
      },
      logger: undefined
    })
    return (await umzug.up()).map(({ name }) => name)
  })
}

/** The platform acting for itself. */
export function systemCtx(): Ctx {
  const now = new Date()
  return { now, actor: null, ip: '', userAgent: null, requestId: uuid7(now), locale: 'en-US' }
}

/**
 * First administrator and first post. Progress goes to stderr; stdout carries one JSON line with the generated
 * password when there is one, for the launcher to print once (decisions.md, First administrator).
 */
async function main(): Promise<void> {
  const env = loadEnv()
  const log = createLog('migrate', 'error')
  try {
    const db = createDatabase(env.DATABASE_URL, { max: 2, name: 'halyard-migrate' })
    const applied = await migrate(db)
    for (const name of applied) process.stderr.write(`Applied ${name}\n`)
    const redis = await createRedis(env.REDIS_URL, log)
    const caches = await createCaches(redis, log)
    const services = createServices({ db, redis, caches, env, log })
    const given = env.HALYARD_ADMIN_PASSWORD
    const password = given ?? `${randomHex(4)}-${randomHex(4)}-${randomHex(4)}`
    const userName = await services.accounts.ensureAdministrator(systemCtx(), password)
    if (userName && !given) process.stdout.write(`${JSON.stringify({ admin: { userName, password } })}\n`)
    await services.posts.ensureFirst(systemCtx())
    await caches.close()
    await Promise.all([db.close(), redis.close()])
  } catch (error) {
    failStart(log, error)
  }
}

if (process.argv[1]?.match(/migrate\.(js|ts)$/)) await main()

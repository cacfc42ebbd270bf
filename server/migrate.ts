import type { Ctx } from './accounts/contract'
import { migrate } from './migrations'
import { createCaches } from './platform/cache'
import { createDatabase } from './platform/db'
import { loadEnv } from './platform/env'
import { randomHex, uuid7 } from './platform/ids'
import { failStart } from './platform/lifecycle'
import { createLog } from './platform/log'
import { createRedis } from './platform/redis'
import { createServices } from './services'

/** The platform acting for itself. */
function systemCtx(): Ctx {
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

await main()

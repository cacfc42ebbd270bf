import { createServer } from 'node:http'
import { createBoardReader } from '~/scoring'
import { serve } from './http'
import { builtApplication, developedApplication } from './http/application'
import { createContextOf } from './http/context'
import { createCaches } from './platform/cache'
import { createDatabase } from './platform/db'
import { loadEnv } from './platform/env'
import { healthOf } from './platform/health'
import { createI18n } from './platform/i18n'
import { closeServer, failStart, listen, onShutdown } from './platform/lifecycle'
import { createLimits } from './platform/limits'
import { createLog } from './platform/log'
import { createRedis } from './platform/redis'
import { createServices } from './services'

/** Composition root of the web process. */
async function main(): Promise<void> {
  const env = loadEnv()
  const log = createLog('web', env.LOG_LEVEL)
  const development = env.NODE_ENV === 'development'
  try {
    const db = createDatabase(env.DATABASE_URL, { max: 10, name: 'halyard-web' })
    const redis = await createRedis(env.REDIS_URL, log)
    const caches = await createCaches(redis, log)
    const boards = await createBoardReader({ redis, log })
    const services = { ...createServices({ db, redis, caches, env, log }), boards }
    const limits = createLimits(redis, log, env.HALYARD_RATE_LIMITS === 'on')
    const translator = createI18n()
    const server = createServer()
    const application = development ? await developedApplication(server) : await builtApplication()
    serve(server, {
      application,
      contextOf: createContextOf({ services, limits, log, translator, env }),
      health: healthOf({ db, redis }),
      publicUrl: env.PUBLIC_URL ?? null,
      trustedProxies: env.TRUSTED_PROXIES,
      scoringPort: env.SCORING_PORT,
      development,
      log
    })
    const port = await listen(server, env.PORT, env.HOST)
    log.info({ port }, 'web_started')
    onShutdown(log, async () => {
      await closeServer(server)
      await services.submissions.idle()
      await boards.close()
      await caches.close()
      await Promise.all([db.close(), redis.close()])
    })
  } catch (error) {
    failStart(log, error)
  }
}

await main()

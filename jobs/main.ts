import { createServer } from 'node:http'
import { createCaches } from '~/server/platform/cache'
import { createDatabase } from '~/server/platform/db'
import { loadEnv } from '~/server/platform/env'
import { answerHealth, healthOf } from '~/server/platform/health'
import { closeServer, failStart, listen, onShutdown } from '~/server/platform/lifecycle'
import { createLog } from '~/server/platform/log'
import { createRedis } from '~/server/platform/redis'
import { createServices } from '~/server/services'
import { registry } from './registry'
import { createRunner } from './runner'

/** Composition root of the jobs process. */
async function main(): Promise<void> {
  const env = loadEnv()
  const log = createLog('jobs', env.LOG_LEVEL)
  try {
    const db = createDatabase(env.DATABASE_URL, { max: 3, name: 'halyard-jobs' })
    const redis = await createRedis(env.REDIS_URL, log)
    const caches = await createCaches(redis, log)
    const services = createServices({ db, redis, caches, env, log })
    const runner = createRunner({ services, redis, log })
    const health = healthOf({ db, redis })
    const server = createServer((_req, res) => void answerHealth(health, res))
    const port = await listen(server, env.JOBS_PORT, '127.0.0.1')
    runner.start(registry)
    log.info({ port, jobs: registry.map(({ name }) => name) }, 'jobs_started')
    onShutdown(log, async () => {
      await runner.stop()
      await closeServer(server)
      await caches.close()
      await Promise.all([db.close(), redis.close()])
    })
  } catch (error) {
    failStart(log, error)
  }
}

await main()

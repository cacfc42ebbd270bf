import { createServer } from 'node:http'
import { createCaches } from '~/server/platform/cache'
import { createDatabase } from '~/server/platform/db'
import { loadEnv } from '~/server/platform/env'
import { answerHealth, healthOf } from '~/server/platform/health'
import { closeServer, failStart, listen, onShutdown } from '~/server/platform/lifecycle'
import { createLog } from '~/server/platform/log'
import { createRedis } from '~/server/platform/redis'
import { createServices } from '~/server/services'
import { doorsOf } from './doors'
import { startScoring } from './scoring'

/** Composition root of the scoring process. */
async function main(): Promise<void> {
  const env = loadEnv()
  const log = createLog('scoring', env.LOG_LEVEL)
  try {
    const db = createDatabase(env.DATABASE_URL, { max: 8, name: 'halyard-scoring' })
    const redis = await createRedis(env.REDIS_URL, log)
    const caches = await createCaches(redis, log)
    const health = healthOf({ db, redis })
    const server = createServer((req, res) => {
      if (req.url === '/healthz') void answerHealth(health, res)
      else res.writeHead(404).end()
    })
    const doors = doorsOf(createServices({ db, redis, caches, env, log }))
    const publicUrl = env.PUBLIC_URL ?? null
    const scoring = await startScoring({ db, redis, caches, server, doors, publicUrl, log })
    const port = await listen(server, env.SCORING_PORT, '127.0.0.1')
    log.info({ port }, 'scoring_started')
    onShutdown(log, async () => {
      await scoring.close()
      await closeServer(server)
      await caches.close()
      await Promise.all([db.close(), redis.close()])
    })
  } catch (error) {
    failStart(log, error)
  }
}

await main()

import { createServer } from 'node:http'
import { answerHealth } from '~/server/platform/health'
import { createI18n } from '~/server/platform/i18n'
import { closeServer, listen } from '~/server/platform/lifecycle'
import { runProcess } from '~/server/process'
import { registry } from './registry'
import { createRunner } from './runner'

/** Composition root of the jobs process. */
await runProcess('jobs', 3, async ({ env, log, redis, services, health }) => {
  await services.assets.prepare()
  const runner = createRunner({ services, redis, translator: createI18n(), log })
  const server = createServer((_req, res) => void answerHealth(health, res))
  const port = await listen(server, env.JOBS_PORT, '127.0.0.1')
  await runner.start(registry)
  log.info({ port, jobs: registry.map(({ name }) => name) }, 'jobs_started')
  return async () => {
    await runner.stop()
    await closeServer(server)
  }
})

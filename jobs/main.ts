import { createServer } from 'node:http'
import { BACKGROUND_TIMEOUTS } from '~/server/db'
import { answerProbe } from '~/server/health'
import { createMetrics } from '~/server/metrics'
import { inwardHost } from '~/server/platform/env'
import { createI18n } from '~/server/platform/i18n'
import { closeServer, listenOnPort } from '~/server/platform/processes/lifecycle'
import { runProcess } from '~/server/process'
import { backUp } from './back-up'
import { createWorkers } from './instances/workers'
import { jobsOf } from './registry'
import { createRehearsalWorker } from './rehearsals/worker'
import { createRunner } from './runner'

const CONNECTING = { connections: 10, timeouts: BACKGROUND_TIMEOUTS }

await runProcess('jobs', CONNECTING, async ({ env, log, db, redis, services, health }) => {
  await services.assets.prepare()
  const runner = createRunner({ services, redis, translator: createI18n(), log })
  const metrics = createMetrics({ db, redis, env })
  const server = createServer((req, res) => {
    const path = req.url ?? '/'
    if (!answerProbe(path, health, req, res) && !metrics.answer(path, req, res)) res.writeHead(404).end()
  })
  const workers = createWorkers({ services, redis, env, log })
  const rehearsals = createRehearsalWorker({ services, env, log })
  await workers.start()
  // Last: the process reports ready only when nothing is left to wait for.
  const jobs = [
    ...jobsOf(env),
    ...(await backUp({ env, db, log, services })),
    ...workers.jobs,
    ...rehearsals.jobs
  ]
  await runner.start(jobs)
  await metrics.listen()
  const port = await listenOnPort(server, env.JOBS_PORT, inwardHost(env))
  log.info({ port, jobs: jobs.map(({ name }) => name) }, 'jobs_started')
  return async () => {
    await Promise.all([runner.stop(), rehearsals.stop(), workers.stop()])
    await Promise.all([metrics.close(), closeServer(server)])
  }
})

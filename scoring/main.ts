import { createServer } from 'node:http'
import { REQUEST_TIMEOUTS } from '~/server/db'
import { answerProbe } from '~/server/health'
import { PER_ADDRESS } from '~/server/limits/contract'
import { createMetrics } from '~/server/metrics'
import { inwardHost } from '~/server/platform/env'
import { createI18n } from '~/server/platform/i18n'
import { takeOver } from '~/server/platform/processes/handover'
import { closeServer, listenOnPort } from '~/server/platform/processes/lifecycle'
import { runProcess } from '~/server/process'
import { startScoring } from './scoring'
import { createSocketAccess } from './socket-access'

const CONNECTING = { connections: 8, timeouts: REQUEST_TIMEOUTS, pipeline: true }

await runProcess('scoring', CONNECTING, async ({ env, log, db, redis, caches, services, health }) => {
  const metrics = createMetrics({ db, redis, env })
  const server = createServer((req, res) => {
    const path = req.url ?? '/'
    if (!answerProbe(path, health, req, res) && !metrics.answer(path, req, res)) res.writeHead(404).end()
  })
  const publicUrl = env.PUBLIC_URL ?? null
  const { judged } = services.submissions
  const access = createSocketAccess(services, createI18n())
  const socketsPerAddress = env.HALYARD_RATE_LIMITS === 'on' ? PER_ADDRESS.sockets : null
  const scoring = await startScoring({
    db,
    redis,
    caches,
    server,
    access,
    publicUrl,
    socketsPerAddress,
    judged,
    plugins: services.plugins,
    log
  })
  takeOver(server)
  await metrics.listen()
  const port = await listenOnPort(server, env.SCORING_PORT, inwardHost(env))
  log.info({ port }, 'scoring_started')
  return async () => {
    await scoring.close()
    await Promise.all([metrics.close(), closeServer(server)])
  }
})

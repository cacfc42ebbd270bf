import { createServer } from 'node:http'
import { createBoardReader } from '~/scoring'
import { createRecorder, startShipping } from './captures'
import { type Database, REQUEST_TIMEOUTS } from './db'
import { serve } from './http'
import { builtApplication, developedApplication } from './http/application'
import { createContextOf } from './http/context'
import { gateOf, listenForTls } from './http/gate/opening'
import { createOverload, NO_OVERLOAD } from './http/load/overload'
import { BYTES_A_SECOND, createPace } from './http/load/pace'
import { createPageSlots } from './http/load/page-slots'
import { createRenderQueue } from './http/load/render-queue'
import { createSessionNames } from './http/session-names'
import { createTunnels } from './http/tunnels'
import { createLeases } from './http/tunnels/leases'
import { createTraffic } from './http/tunnels/traffic'
import { createLimits } from './limits'
import { PER_ADDRESS } from './limits/contract'
import { createMetrics } from './metrics'
import { type Env, portsBesideWeb, scoringUrlsOf } from './platform/env'
import { createI18n } from './platform/i18n'
import type { Log } from './platform/log'
import { closeServer, listenOnPort } from './platform/processes/lifecycle'
import { runProcess } from './process'
import type { Services } from './services'

// Flags are rows: they are taken without Redis, also by a process that starts while it is away.
const CONNECTING = { connections: 10, timeouts: REQUEST_TIMEOUTS, doesWithoutRedis: true }

async function warnOfSecret({ sealedElsewhere }: Services['games'], log: Log): Promise<void> {
  const sealed = await sealedElsewhere()
  if (sealed === 0) return
  const reason = `${sealed} of the games cannot be joined; put back the HALYARD_DATA/secret that belongs to this database`
  log.warn({ reason }, 'secret_not_fitting')
}

function loadOf(env: Env, db: Database, log: Log) {
  const renders = createRenderQueue()
  const pageSlots = createPageSlots()
  const render = () => Math.max(pageSlots.waited(), renders.waited())
  const isOn = env.HALYARD_LOAD_SHEDDING === 'on'
  return {
    renders,
    pageSlots,
    overload: isOn ? createOverload({ pool: db.waited, render }, log) : NO_OVERLOAD
  }
}

/** Composition root of the web process. */
await runProcess('web', CONNECTING, async ({ env, log, db, redis, services: domain, health }) => {
  const development = env.NODE_ENV === 'development'
  // A page that asks for two things at once answers with the first error; a second one ends nobody else's request.
  process.on('unhandledRejection', (error) =>
    log.error(error instanceof Error ? { err: error } : { reason: String(error) }, 'rejection_unhandled')
  )
  await domain.assets.prepare()
  await warnOfSecret(domain.games, log)
  const boards = await createBoardReader({ redis, db, log })
  const services = { ...domain, boards }
  const limits = createLimits(redis, log, {
    enabled: env.HALYARD_RATE_LIMITS === 'on',
    rates: env.HALYARD_RATES
  })
  const translator = createI18n()
  const server = createServer()
  const { renders, pageSlots, overload } = loadOf(env, db, log)
  const contextOf = createContextOf({ services, limits, log, translator, renders, env })
  const publicUrl = env.PUBLIC_URL ?? null
  const { tickets, hostNames, notifications } = services.instances
  const leases = createLeases(redis, log)
  const traffic = createTraffic(redis, log)
  const recorder = createRecorder({ db, log, data: env.HALYARD_DATA })
  const stopShipping = env.S3_BUCKET ? startShipping(services.captures, log) : null
  const pace = createPace(BYTES_A_SECOND)
  const tunnels = createTunnels({
    ...{ contextOf, pace, publicUrl, log, tickets, leases, recorder, traffic },
    subscribe: notifications.subscribe
  })
  const gate = gateOf(env, {
    ...{ hostNames, tickets, leases, limits, translator, log, traffic, pace },
    subscribe: notifications.subscribe
  })
  const metrics = createMetrics({ db, redis, env, beside: portsBesideWeb(env) })
  const hangUp = serve(server, {
    application: development ? await developedApplication(server) : await builtApplication(),
    contextOf,
    ...{ renders, overload, pageSlots, translator },
    tunnels,
    gate,
    health,
    metrics,
    publicUrl,
    trustedProxies: env.TRUSTED_PROXIES,
    scoringUrls: scoringUrlsOf(env),
    sessionNames: createSessionNames(env.SESSION_COOKIE_ALIASES),
    handsOver: env.SOCKET_HANDOVER === 'on',
    perAddress: env.HALYARD_RATE_LIMITS === 'on' ? PER_ADDRESS : null,
    apiAhead: env.API_AHEAD === 'on',
    development,
    log
  })
  const tls = await listenForTls(env, gate, log)
  await metrics.listen()
  const port = await listenOnPort(server, env.PORT, env.HOST)
  log.info({ port }, 'web_started')
  return async () => {
    hangUp()
    overload.close()
    await tunnels.close()
    await Promise.all([gate?.close(), tls?.close(), closeServer(server), metrics.close()])
    await Promise.all([traffic.close(), stopShipping?.()])
    await services.submissions.idle()
    await boards.close()
  }
})

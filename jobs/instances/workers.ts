import { hostname } from 'node:os'
import { answerQuestions, type ClaimedStart, STARTS_AT_ONCE } from '~/server/instances'
import { INSTANCE_WAKE_CHANNEL } from '~/server/instances/contract'
import type { Env } from '~/server/platform/env'
import { randomHex } from '~/server/platform/ids'
import type { Log } from '~/server/platform/log'
import { channelOf, type Redis } from '~/server/platform/redis'
import type { Services } from '~/server/services'
import type { Job } from '../job'
import { answer } from './answers'
import { engineAddress } from './connection'
import { type Context, LEASE_SECONDS } from './context'
import { createDockerEngine } from './engine/docker'
import { createGuard } from './guard/guard'
import { createPulse, testGuard } from './health'
import { PULL_LEASE_SECONDS, pull } from './pulling'
import { createQueueNews } from './queue-news'
import { reconcile, sweepDisks } from './reconcile'
import { Cancelled, start } from './starting'
import { stop } from './stopping'
import { follow } from './watching'

/** At a time, of one process. */
const STOPS_AT_ONCE = 8
const PULLS_AT_ONCE = 2
/** Milliseconds between two looks for work that nobody was woken for. */
const LOOK_MS = 500
/** … and for an engine while there is none. */
const ENGINE_LOOK_MS = 15_000

interface Needs {
  services: Services
  redis: Redis
  env: Env
  log: Log
}

/** The workers of one process: they start, stop and watch instances on the engine. */
export interface Workers {
  /** What the clock starts, once over all processes. */
  jobs: Job[]
  start(): Promise<void>
  /** Takes on nothing more; what is under way goes on until it is done, or back to others when its lease ends. */
  stop(): Promise<void>
}

export function createWorkers({ services, redis, env, log }: Needs): Workers {
  const owner = `${hostname()}:${process.pid}:${randomHex(4)}`
  const { work } = services.instances
  const queueNews = createQueueNews(services.instances)
  const ending = new AbortController()
  const starts = new Map<string, AbortController>()
  const running = new Set<Promise<void>>()
  let stops = 0
  let pulls = 0
  let context: Context | null = null
  let pulse: ReturnType<typeof createPulse> | null = null
  let scanning: Promise<void> | null = null
  let again = false
  let expiry: NodeJS.Timeout | null = null

  const keep = (job: Promise<void>, done: () => void) => {
    const under = job
      .catch((error: Error) => log.error({ err: error }, 'worker_failed'))
      .finally(() => {
        running.delete(under)
        done()
        scan()
      })
    running.add(under)
  }

  const begin = (at: Context, claim: ClaimedStart) => {
    const cancel = new AbortController()
    starts.set(claim.id, cancel)
    keep(start(at, claim, cancel.signal), () => starts.delete(claim.id))
  }

  /** One look for work. Stops come before starts: they make room. */
  const look = async () => {
    const engineId = context?.engineId ?? null
    const up = context?.status.up ?? false
    for (const claim of await work.claimStops(
      engineId,
      owner,
      up ? STOPS_AT_ONCE - stops : 0,
      LEASE_SECONDS * 2
    )) {
      if (!context) break
      stops++
      keep(stop(context, claim), () => stops--)
    }
    if (!context) return work.settleEngineless()
    await cancelUnwanted()
    await work.requeueAbandoned()
    const { INSTANCE_POOL: pool, INSTANCE_PORTS: ports } = env
    const slots = STARTS_AT_ONCE - starts.size
    const claims = await work.claimStarts({
      engineId: context.engineId,
      owner,
      slots,
      leaseSeconds: LEASE_SECONDS,
      pool,
      ports
    })
    for (const claim of claims) begin(context, claim)
    while (up && pulls < PULLS_AT_ONCE) {
      const claim = await services.engines.work.claimImage(context.engineId, owner, PULL_LEASE_SECONDS)
      if (!claim) break
      pulls++
      keep(pull(context, claim), () => pulls--)
    }
  }

  /** Starts that were ended meanwhile, or that another worker took over, are given up at once. */
  const cancelUnwanted = async () => {
    const ids = [...starts.keys()]
    const wanted = await work.renew(owner, ids, LEASE_SECONDS)
    for (const id of ids)
      if (!wanted.has(id)) starts.get(id)?.abort(new Cancelled('nobody wants it any more'))
  }

  /** Looks for work; what is said while it looks makes it look again. */
  function scan(): void {
    again = true
    if (ending.signal.aborted) return
    scanning ??= (async () => {
      while (again && !ending.signal.aborted) {
        again = false
        await look().catch((error: Error) => log.warn({ err: error.message }, 'instances_not_looked_after'))
      }
    })().finally(() => {
      scanning = null
    })
  }

  const connect = async () => {
    const address = engineAddress(env)
    if (!address) return services.engines.work.registerNone()
    const install = await services.engines.work.installId()
    const engine = createDockerEngine({ address, install, log })
    const { id } = await services.engines.work.register(address)
    const mode = address.startsWith('unix:') ? env.INSTANCE_GUARD : 'off'
    const guard = createGuard({ mode, pool: env.INSTANCE_POOL, install, log })
    const status = { up: false, guarded: false, diskQuota: false }
    const deaths: Context['deaths'] = new Map()
    context = { engine, engineId: id, address, guard, services, owner, env, log, status, deaths }
    pulse = createPulse(context)
    log.info({ engine: id, address }, 'engine_configured')
    void follow(context, ending.signal, async () => {
      await beat()
      await reconcileNow()
    })
    await beat()
  }

  /** Asks the engine how it is; what changed while it was away is found out at once. */
  const beat = async () => {
    if (!context || !pulse) return
    if (await pulse()) {
      await reconcileNow()
      scan()
    }
  }

  const reconcileNow = async () => {
    if (context?.status.up) await reconcile(context)
  }

  /** The nearest end of all: nobody should live a second longer than it may. */
  const armExpiry = async () => {
    const ms = await work.nextEnd()
    if (expiry) clearTimeout(expiry)
    expiry = ms === null || ms > 5000 ? null : setTimeout(() => void reap(), Math.max(ms, 0) + 10).unref()
  }

  const reap = async () => {
    await work.reap()
    await armExpiry()
  }

  const testIfDue = async () => {
    if (!context?.status.up) return
    const row = await services.engines.work.find(context.engineId)
    context.status.guarded = row?.guard === 'guarded'
    if (!row?.testDue) return
    await testGuard(context)
    scan()
  }

  const job = (name: string, schedule: string, timeout: number, run: () => Promise<void>): Job => ({
    ...{ name, schedule, timeout, run },
    quiet: true
  })

  return {
    jobs: [
      job('reap-instances', '*/5 * * * * *', 60_000, reap),
      job('reconcile-instances', '*/15 * * * * *', 60_000, async () => {
        await reconcileNow()
        if (context?.status.up) await sweepDisks(context)
      }),
      job('watch-engine', '*/5 * * * * *', 30_000, beat),
      job('test-engine', '*/5 * * * * *', 90_000, testIfDue),
      job('tell-queue', '*/2 * * * * *', 10_000, queueNews)
    ],

    async start() {
      await connect()
      const subscriber = redis.duplicate()
      subscriber.on('error', (error: Error) => log.debug({ err: error.message }, 'redis_error'))
      await subscriber.connect()
      await subscriber.subscribe(channelOf(redis, INSTANCE_WAKE_CHANNEL), scan)
      const regular = setInterval(scan, LOOK_MS)
      const engineless = setInterval(() => void (context || connect().catch(() => {})), ENGINE_LOOK_MS)
      ending.signal.addEventListener('abort', () => {
        clearInterval(regular)
        clearInterval(engineless)
        subscriber.destroy()
      })
      void answerQuestions(redis, log, ending.signal, (question) => answer(context, question))
      void testIfDue().catch((error: Error) => log.warn({ err: error.message }, 'self_test_failed'))
      scan()
    },

    async stop() {
      ending.abort()
      if (expiry) clearTimeout(expiry)
      await scanning
      await Promise.all(running)
      context?.engine.close()
      services.instances.signals.close()
    }
  }
}

import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { answerQuestions } from '~/server/instances'
import { INSTANCE_WAKE_CHANNEL } from '~/server/instances/contract'
import type { Env } from '~/server/platform/env'
import { randomHex } from '~/server/platform/ids'
import type { Log } from '~/server/platform/log'
import { channelOf, type Redis } from '~/server/platform/redis'
import type { Services } from '~/server/services'
import type { Job } from '../job'
import { answer } from './answers'
import { engineAddress } from './connection'
import type { Context } from './context'
import { Dispatcher } from './dispatcher'
import { createDockerEngine } from './engine/docker'
import { EngineError } from './engine/engine'
import { createGuard } from './guard/guard'
import { createPulse, isUntested, testIfDue } from './health'
import { createQueueNews } from './queue-news'
import { createReaper } from './reaper'
import { reconcile, sweepDisks } from './reconcile'
import { follow } from './watching'

/** Milliseconds between two looks for work that nobody was woken for, … */
const LOOK_MS = 500
/** … for an engine while there is none, and at one that is there. */
const ENGINE_LOOK_MS = 15_000
const PULSE_MS = 5000
/** Longest that a start waits for an engine's first self-test. */
const FIRST_TEST_MS = 20_000

interface Needs {
  services: Services
  redis: Redis
  env: Env
  log: Log
  /** Milliseconds between two looks at the engine, and without an answer until it is down. */
  pulse?: { every: number; downAfter: number }
}

/** The workers of one process: they start, stop and watch instances on the engine. */
export interface Workers {
  /** What the clock starts. */
  jobs: Job[]
  start(): Promise<void>
  /** Takes on nothing more and waits for what is under way. */
  stop(): Promise<void>
}

/** Everything that is done with one engine while it is connected. */
async function connect(
  { services, env, log, pulse }: Needs,
  owner: string,
  address: string
): Promise<{ context: Context; pulse(): Promise<boolean> }> {
  const { work } = services.engines
  const install = await work.installId()
  const engine = createDockerEngine({ address, install, log })
  const { id } = await work.register(address)
  // Rules for an engine elsewhere are its operator's.
  const mode = address.startsWith('unix:') ? env.INSTANCE_GUARD : 'off'
  const guard = createGuard({ mode, pool: env.INSTANCE_POOL, install, log })
  const status = { up: false, diskQuota: false }
  await guard.install()
  const context = {
    engine,
    engineId: id,
    address,
    guard,
    services,
    owner,
    env,
    log,
    status,
    deaths: new Map()
  }
  log.info({ engine: id, address }, 'engine_configured')
  return { context, pulse: createPulse(context, pulse?.downAfter) }
}

const job = (name: string, schedule: string, timeout: number, run: () => Promise<void>): Job => ({
  ...{ name, schedule, timeout, run },
  quiet: true
})

const everywhere = (one: Job): Job => ({ ...one, everywhere: true })

/** Whoever asks for a run while one is under way gets that one; `ended` resolves when none is. */
function once(work: () => Promise<void>) {
  let under: Promise<void> | null = null
  return {
    run(): Promise<void> {
      under ??= work().finally(() => {
        under = null
      })
      return under
    },
    ended: async () => {
      await under?.catch(() => {})
    }
  }
}

/** Listens for wakes and looks regularly, until `signal` is aborted. */
async function listen({ redis, log }: Needs, signal: AbortSignal, scan: () => void): Promise<void> {
  const subscriber = redis.duplicate()
  subscriber.on('error', (error: Error) => log.debug({ err: error.message }, 'redis_error'))
  await subscriber.connect()
  await subscriber.subscribe(channelOf(redis, INSTANCE_WAKE_CHANNEL), scan)
  const regular = setInterval(scan, LOOK_MS)
  signal.addEventListener('abort', () => {
    clearInterval(regular)
    subscriber.destroy()
  })
}

/** One run at a time, until `signal` is aborted: an engine that hangs must not be asked ever more often. */
function regularly(ms: number, { signal, log }: { signal: AbortSignal; log: Log }, run: () => Promise<void>) {
  let busy = false
  const timer = setInterval(async () => {
    if (busy) return
    busy = true
    await run().catch((error: Error) => log.warn({ err: error.message }, 'engine_not_looked_after'))
    busy = false
  }, ms)
  signal.addEventListener('abort', () => clearInterval(timer))
}

/** An engine that does not answer is the pulse's to tell. */
async function reconcileIfUp(context: Context | null): Promise<void> {
  if (!context?.status.up) return
  await reconcile(context).catch((error: unknown) => {
    if (!(error instanceof EngineError) || !/^(unreachable|timeout)$/.test(error.fault)) throw error
  })
}

export function createWorkers(needs: Needs): Workers {
  const { services, redis, env, log } = needs
  const owner = `${hostname()}:${process.pid}:${randomHex(4)}`
  const dispatcher = new Dispatcher({ services, owner, env, log })
  const reaper = createReaper(services.instances.work)
  const queueNews = createQueueNews(services.instances)
  const ending = new AbortController()
  let pulse: (() => Promise<boolean>) | null = null

  /** A reload of the machine's firewall takes the rules of instances away. */
  const keepGuard = async () => void (await dispatcher.context?.guard.install())

  const reconcileNow = () => reconcileIfUp(dispatcher.context)

  /** Asks the engine how it is; what changed while it was away is found out at once. */
  const beat = async () => {
    if (!(await pulse?.())) return
    if (dispatcher.context) await services.instances.work.retryStuck(dispatcher.context.engineId)
    await reconcileNow()
    dispatcher.scan()
  }

  /** It is due until it is done, which takes longer than the clock waits. */
  const testing = once(async () => {
    if (dispatcher.context && (await testIfDue(dispatcher.context))) dispatcher.scan()
  })

  const find = async () => {
    const address = engineAddress(env)
    if (!address) return services.engines.work.registerNone()
    const made = await connect(needs, owner, address)
    pulse = made.pulse
    dispatcher.context = made.context
    void follow(made.context, ending.signal, reconcileNow)
    await beat()
  }

  return {
    jobs: [
      everywhere(job('reap-instances', '*/5 * * * * *', 30_000, reaper.reap)),
      job('reconcile-instances', '*/15 * * * * *', 60_000, async () => {
        await reconcileNow()
        if (dispatcher.context?.status.up) await sweepDisks(dispatcher.context)
      }),
      everywhere(job('keep-guard', '*/20 * * * * *', 20_000, keepGuard)),
      job('test-engine', '*/5 * * * * *', 90_000, testing.run),
      job('tell-queue', '*/2 * * * * *', 10_000, queueNews)
    ],

    async start() {
      await find()
      await listen(needs, ending.signal, dispatcher.scan)
      regularly(needs.pulse?.every ?? PULSE_MS, { signal: ending.signal, log }, beat)
      regularly(ENGINE_LOOK_MS, { signal: ending.signal, log }, async () => {
        if (dispatcher.context) return
        await find().catch((error: Error) => log.warn({ err: error.message }, 'engine_not_found'))
      })
      void answerQuestions(redis, log, ending.signal, (question) => answer(dispatcher.context, question))
      const tested = testing
        .run()
        .catch((error: Error) => log.warn({ err: error.message }, 'self_test_failed'))
      // Whoever is told that the platform is ready may start an instance at once.
      if (dispatcher.context && (await isUntested(dispatcher.context)))
        await Promise.race([tested, pause(FIRST_TEST_MS, undefined, { ref: false })])
      dispatcher.scan()
    },

    async stop() {
      ending.abort()
      reaper.close()
      // What a self-test has made would be nobody's for a minute.
      await Promise.all([dispatcher.close(), testing.ended()])
      dispatcher.context?.engine.close()
      services.instances.signals.close()
    }
  }
}

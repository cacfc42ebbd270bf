import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { answerQuestions } from '~/server/instances'
import { INSTANCE_WORK_CHANNEL } from '~/server/instances/contract'
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
import { followEvents } from './engine-events'
import { createHeartbeat, isUntested, testIfDue } from './engine-health'
import { createGuard } from './guard/guard'
import { createQueuePublisher } from './queue-updates'
import { createReaper } from './reaper'
import { reconcile, sweepDisks } from './reconcile'
import { RefusedPlaces } from './refused-places'

/** Milliseconds between two polls for work that no notification reported. */
const POLL_MS = 500
/** Milliseconds between two polls for an engine while there is none, and of a present one. */
const ENGINE_POLL_MS = 15_000
const HEARTBEAT_MS = 5000
/** Longest wait of a start for an engine's first self-test, in milliseconds. */
const FIRST_TEST_MS = 20_000

interface Needs {
  services: Services
  redis: Redis
  env: Env
  log: Log
  /** Milliseconds between two checks of the engine, and until it counts as down. */
  heartbeat?: { every: number; downAfter: number }
}

/** Workers of a process: start, stop and watch instances on the engine. */
export interface Workers {
  jobs: Job[]
  start(): Promise<void>
  /** Claims no more work, and waits for what runs. */
  stop(): Promise<void>
}

async function connect(
  { services, env, log, heartbeat }: Needs,
  owner: string,
  address: string
): Promise<{ context: Context; heartbeat(): Promise<boolean> }> {
  const { work } = services.engines
  const install = await work.installId()
  const engine = createDockerEngine({ address, install, log })
  const { id } = await work.register(address)
  // The operator of a remote engine sets its rules.
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
    refused: new RefusedPlaces(),
    exits: new Map()
  }
  log.info({ engine: id, address }, 'engine_configured')
  return { context, heartbeat: createHeartbeat(context, heartbeat?.downAfter) }
}

const job = (name: string, schedule: string, timeout: number, run: () => Promise<void>): Job => ({
  ...{ name, schedule, timeout, run },
  quiet: true
})

const everywhere = (one: Job): Job => ({ ...one, everywhere: true })

/** A call during a run returns that run; `ended` resolves when none runs. */
function once(work: () => Promise<void>) {
  let running: Promise<void> | null = null
  return {
    run(): Promise<void> {
      running ??= work().finally(() => {
        running = null
      })
      return running
    },
    ended: async () => {
      await running?.catch(() => {})
    }
  }
}

/** Polls on notifications, and regularly, until `signal` is aborted. */
async function listen({ redis, log }: Needs, signal: AbortSignal, scan: () => void): Promise<void> {
  const subscriber = redis.duplicate()
  subscriber.on('error', (error: Error) => log.debug({ err: error.message }, 'redis_error'))
  await subscriber.connect()
  await subscriber.subscribe(channelOf(redis, INSTANCE_WORK_CHANNEL), scan)
  const timer = setInterval(scan, POLL_MS)
  signal.addEventListener('abort', () => {
    clearInterval(timer)
    subscriber.destroy()
  })
}

/** One run at a time, until `signal` is aborted, so that a hanging engine gets no growing load. */
function repeat(ms: number, { signal, log }: { signal: AbortSignal; log: Log }, run: () => Promise<void>) {
  let busy = false
  const timer = setInterval(async () => {
    if (busy) return
    busy = true
    await run().catch((error: Error) => log.warn({ err: error.message }, 'engine_not_looked_after'))
    busy = false
  }, ms)
  signal.addEventListener('abort', () => clearInterval(timer))
}

/** The heartbeat reports an engine that does not respond. */
async function reconcileIfUp(context: Context | null): Promise<void> {
  if (!context?.status.up) return
  await reconcile(context).catch((error: unknown) => {
    if (!(error instanceof EngineError) || !/^(unreachable|timeout)$/.test(error.fault)) throw error
  })
}

async function tidy(context: Context | null): Promise<void> {
  await reconcileIfUp(context)
  if (context?.status.up) await sweepDisks(context)
}

/** The row of an engine that was away for long is deleted: makes another. */
async function registerAgain(context: Context | null): Promise<void> {
  if (!context) return
  const { work } = context.services.engines
  if (!(await work.find(context.engineId))) context.engineId = (await work.register(context.address)).id
}

function answerFor(
  { redis, log }: Needs,
  signal: AbortSignal,
  dispatcher: { readonly context: Context | null }
): void {
  const engineId = () => dispatcher.context?.engineId ?? null
  void answerQuestions(redis, log, signal, engineId, (question) => answer(dispatcher.context, question))
}

export function createWorkers(needs: Needs): Workers {
  const { services, env, log } = needs
  const owner = `${hostname()}:${process.pid}:${randomHex(4)}`
  const dispatcher = new Dispatcher({ services, owner, env, log })
  const reaper = createReaper(services.instances.work)
  const publishQueue = createQueuePublisher(services.instances)
  const stopping = new AbortController()
  let heartbeat: (() => Promise<boolean>) | null = null

  /** A reload of the machine's firewall removes our rules. */
  const installGuard = async () => void (await dispatcher.context?.guard.install())

  const reconcileNow = () => reconcileIfUp(dispatcher.context)

  /** Checks the engine's health, and reconciles after an outage. */
  const checkEngine = async () => {
    await registerAgain(dispatcher.context)
    if (!(await heartbeat?.())) return
    if (dispatcher.context) await services.instances.work.retryStuck(dispatcher.context.engineId)
    await reconcileNow()
    dispatcher.scan()
  }

  /** Takes longer than the schedule waits. */
  const selfTest = once(async () => {
    if (dispatcher.context && (await testIfDue(dispatcher.context))) dispatcher.scan()
  })

  const findEngine = async () => {
    const address = engineAddress(env)
    if (!address) return
    const made = await connect(needs, owner, address)
    heartbeat = made.heartbeat
    dispatcher.context = made.context
    void followEvents(made.context, stopping.signal, reconcileNow)
    await checkEngine()
  }

  return {
    jobs: [
      everywhere(job('reap-instances', '*/5 * * * * *', 30_000, reaper.reap)),
      // Everywhere, because each process knows only its own engine.
      everywhere(job('reconcile-instances', '*/15 * * * * *', 60_000, () => tidy(dispatcher.context))),
      everywhere(job('keep-guard', '*/20 * * * * *', 20_000, installGuard)),
      everywhere(job('test-engine', '*/5 * * * * *', 90_000, selfTest.run)),
      job('publish-queue', '*/2 * * * * *', 10_000, publishQueue)
    ],

    async start() {
      await findEngine()
      await listen(needs, stopping.signal, dispatcher.scan)
      repeat(needs.heartbeat?.every ?? HEARTBEAT_MS, { signal: stopping.signal, log }, checkEngine)
      repeat(ENGINE_POLL_MS, { signal: stopping.signal, log }, async () => {
        await services.engines.work.settle(dispatcher.context?.engineId ?? null)
        if (dispatcher.context) return
        await findEngine().catch((error: Error) => log.warn({ err: error.message }, 'engine_not_found'))
      })
      answerFor(needs, stopping.signal, dispatcher)
      const tested = selfTest
        .run()
        .catch((error: Error) => log.warn({ err: error.message }, 'self_test_failed'))
      // Ready means that an instance can start at once.
      if (dispatcher.context && (await isUntested(dispatcher.context)))
        await Promise.race([tested, pause(FIRST_TEST_MS, undefined, { ref: false })])
      dispatcher.scan()
    },

    async stop() {
      stopping.abort()
      reaper.close()
      // Objects of a self-test would be orphans for a minute.
      await Promise.all([dispatcher.close(), selfTest.ended()])
      dispatcher.context?.engine.close()
      services.instances.signals.close()
    }
  }
}

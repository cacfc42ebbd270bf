import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { isSocket } from '~/server/engines'
import { INSTANCE_WORK_CHANNEL } from '~/server/instances/contract'
import { withTimeout } from '~/server/platform/concurrency/timeout'
import { randomHex } from '~/server/platform/ids'
import type { Log } from '~/server/platform/log'
import { createSubscription } from '~/server/platform/processes/subscription'
import type { Job } from '../job'
import { LEASE_SECONDS } from './context'
import type { EngineNeeds, EngineWorker } from './engine-worker'
import { createGuard, type Guard } from './guard/guard'
import { createOwnEngine } from './own-engine'
import { createQueuePublisher } from './queue-updates'
import { createReaper } from './reaper'
import { repeat, singleFlight } from './repeat'
import { createServing } from './serving'

/** Milliseconds between two polls for work that no notification reported. */
const POLL_MS = 500
/** Milliseconds between two polls for silent engines, and for the environment's while there is none. */
const ENGINE_POLL_MS = 15_000
/** Longest that a start waits for an engine's first self-test. */
const FIRST_TEST_MS = 20_000
/** Longest that a cron run waits for the engines, less than the time between two runs. */
const ENGINES_TIMEOUT_MS = 4000

/** The workers of one process: they start, stop and watch instances on its engines. */
export interface Workers {
  jobs: Job[]
  /** Resolves once instances can be started: waits for the first self-test of an own engine, at most `FIRST_TEST_MS`. */
  start(): Promise<void>
  /** Claims no more work, and waits for what runs. */
  stop(): Promise<void>
}

const job = (name: string, schedule: string, timeout: number, run: () => Promise<void>): Job => ({
  ...{ name, schedule, timeout, run },
  quiet: true
})

const everywhere = (one: Job): Job => ({ ...one, everywhere: true })

/** Listens for notifications and polls, until `signal` is aborted. */
function listen({ redis, log }: EngineNeeds, signal: AbortSignal, scan: () => void): void {
  const subscription = createSubscription(redis, INSTANCE_WORK_CHANNEL, scan, log)
  subscription.open()
  const timer = setInterval(() => {
    subscription.open()
    scan()
  }, POLL_MS)
  signal.addEventListener('abort', () => {
    clearInterval(timer)
    subscription.close()
  })
}

/** The engines of this machine share its firewall rules; those of another machine are set by its operator. */
async function createGuards({ services, env, log }: EngineNeeds): Promise<(address: string) => Guard> {
  const install = await services.engines.work.installId()
  const { allowedHosts } = services.instances.work
  const needs = { pool: env.INSTANCE_POOL, install, allowed: allowedHosts, log }
  const here = createGuard({ ...needs, mode: env.INSTANCE_GUARD })
  const elsewhere = createGuard({ ...needs, mode: 'off' })
  return (address) => (isSocket(address) ? here : elsewhere)
}

/**
 * Works with all engines at once and waits for those that respond. One that hangs goes on alone, so that it does not delay the next
 * runs for the others; one that fails does not stop them.
 */
async function each(
  workers: readonly EngineWorker[],
  log: Log,
  work: (worker: EngineWorker) => Promise<void>
): Promise<void> {
  const all = workers.map((worker) =>
    work(worker).catch((error: Error) =>
      log.warn({ engine: worker.engineId, err: error.message }, 'engine_not_looked_after')
    )
  )
  await withTimeout(ENGINES_TIMEOUT_MS, Promise.all(all)).catch(() => {})
}

export function createWorkers(needs: EngineNeeds): Workers {
  const { services, env, log } = needs
  const owner = `${hostname()}:${process.pid}:${randomHex(4)}`
  const reaper = createReaper(services.instances.work)
  const publishQueue = createQueuePublisher(services.instances)
  const stopping = new AbortController()
  const { signal } = stopping
  const { work } = services.engines
  let guards: ((address: string) => Guard) | null = null
  const guardOf = async (address: string) => {
    guards ??= await createGuards(needs)
    return guards(address)
  }
  const own = createOwnEngine(needs, owner, guardOf)
  const ofOwn = () => [own.worker()].filter((worker) => worker !== null)
  const serving = createServing(needs, owner, guardOf, () => ofOwn().map(({ engineId }) => engineId))
  const all = () => [...ofOwn(), ...serving.workers()]

  /** Without an engine only instances that never got to one are ended. */
  const endUnplaced = singleFlight(async () => {
    await services.instances.work.claimStops(null, owner, 0, LEASE_SECONDS)
    await services.instances.work.settleEngineless()
  })
  const scan = () => {
    const workers = all()
    for (const worker of workers) worker.scan()
    if (workers.length > 0) return
    endUnplaced.run().catch((error: Error) => log.warn({ err: error.message }, 'instances_not_looked_after'))
  }

  return {
    jobs: [
      everywhere(job('reap-instances', '*/5 * * * * *', 30_000, reaper.reap)),
      // Everywhere: each process knows its own engines, and none of them those of another.
      everywhere(
        job('reconcile-instances', '*/15 * * * * *', 60_000, () => each(all(), log, (one) => one.tidy()))
      ),
      everywhere(
        job('keep-guard', '*/20 * * * * *', 20_000, () => each(all(), log, (one) => one.installGuard()))
      ),
      // It is due until it is done, which takes longer than a cron run waits.
      everywhere(
        job('test-engine', '*/5 * * * * *', 90_000, () => each(all(), log, (one) => one.selfTest()))
      ),
      job('publish-queue', '*/2 * * * * *', 10_000, publishQueue)
    ],

    async start() {
      await own.find()
      listen(needs, signal, scan)
      // It turns instances off: a copy of a database must not take over what runs.
      if (env.DOCKER_HOST !== 'none') serving.start(signal)
      repeat(ENGINE_POLL_MS, { signal, log }, async () => {
        await work.settle(all().map(({ engineId }) => engineId))
        if (own.worker()) return
        await own.find().catch((error: Error) => log.warn({ err: error.message }, 'engine_not_found'))
      })
      const worker = own.worker()
      const tested = worker
        ?.selfTest()
        .catch((error: Error) => log.warn({ err: error.message }, 'self_test_failed'))
      // Whoever is told that the platform is ready may start an instance at once.
      if (await worker?.untested())
        await Promise.race([tested, pause(FIRST_TEST_MS, undefined, { ref: false })])
      scan()
    },

    async stop() {
      stopping.abort()
      reaper.close()
      await serving.close()
      await own.worker()?.close()
      services.instances.notifications.close()
    }
  }
}

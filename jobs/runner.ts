import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import cron, { type ScheduledTask } from 'node-cron'
import type { Translator } from '~/server/platform/i18n'
import { randomHex } from '~/server/platform/ids'
import type { Log } from '~/server/platform/log'
import { channelOf, type Redis } from '~/server/platform/redis'
import { inSpan } from '~/server/platform/tracing'
import type { Services } from '~/server/services'
import type { Job, JobNeeds } from './job'

/** KEYS: the lock. ARGV: its holder. Deletes the lock if the caller still holds it. */
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`

/** KEYS: the lock. ARGV: its holder, milliseconds. Renews the lock unless another holds it: Redis may have lost it. */
const RENEW = `local holder = redis.call('GET', KEYS[1])
  if holder and holder ~= ARGV[1] then return 0 end
  return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])`

/** Milliseconds that the lock outlives a killed process, and between two renewals. */
const LOCK_MS = 60_000
const RENEW_MS = 20_000

/** Milliseconds between tries to take the lock of a job that runs elsewhere; of one that is made up for. */
const ELSEWHERE_MS = 300
const OVERDUE_MS = 10_000

/** `held`: it runs already. `fault`: Redis did not give the lock. */
type Outcome = 'run' | 'held' | 'fault'

export interface Runner {
  /** Whether it ran: it does not while it runs already, or without Redis. */
  run(job: Job): Promise<boolean>
  start(jobs: Job[]): Promise<void>
  /** Starts no more runs, aborts those underway and waits for them. */
  stop(): Promise<void>
}

async function perform(job: Job, needs: Omit<JobNeeds, 'signal'>, stopping: AbortSignal): Promise<void> {
  const begun = Date.now()
  // Not AbortSignal.any: the signal of the process would remember each of a million runs.
  const ending = new AbortController()
  const late = setTimeout(() => ending.abort(new Error(`it took longer than ${job.timeout} ms`)), job.timeout)
  late.unref()
  const stop = () => ending.abort(stopping.reason)
  stopping.addEventListener('abort', stop)
  if (stopping.aborted) stop()
  const { signal } = ending
  try {
    await inSpan(`job ${job.name}`, {}, () => job.run({ ...needs, signal }))
    const level = job.startOn || job.quiet ? 'debug' : 'info'
    needs.log[level]({ job: job.name, ms: Date.now() - begun }, 'job_finished')
  } catch (error) {
    const level = stopping.aborted ? 'info' : 'error'
    needs.log[level]({ job: job.name, err: error }, 'job_failed')
  } finally {
    clearTimeout(late)
    stopping.removeEventListener('abort', stop)
  }
}

/** Runs a job unless it runs elsewhere; the lock is renewed as long as it may run. */
async function underLock(job: Job, redis: Redis, run: () => Promise<void>): Promise<Outcome> {
  const key = `halyard:job:${job.name}`
  // Unique per run: an overdue one must not free the lock of the next.
  const holder = randomHex(8)
  const end = Date.now() + job.timeout
  const mine = await redis.set(key, holder, { NX: true, PX: Math.min(LOCK_MS, job.timeout) })
  if (mine === null) return 'held'
  const renewal = setInterval(() => {
    const left = Math.min(LOCK_MS, end - Date.now())
    if (left <= 0) return clearInterval(renewal)
    redis.eval(RENEW, { keys: [key], arguments: [holder, String(left)] }).catch(() => {})
  }, RENEW_MS)
  await run().finally(() => clearInterval(renewal))
  // Without Redis the lock expires.
  await redis.eval(RELEASE, { keys: [key], arguments: [holder] }).catch(() => {})
  return 'run'
}

/** Another process may hold the lock: one that was killed for a minute, one that stops until it ends without result. */
async function makeUp(
  overdue: () => Promise<boolean>,
  attempt: () => Promise<Outcome>,
  stopping: AbortSignal
): Promise<void> {
  do {
    if ((await attempt()) !== 'held') return
    await sleep(OVERDUE_MS, undefined, { ref: false })
  } while (!stopping.aborted && (await overdue().catch(() => true)))
}

/**
 * Runs each job once at a time, over all processes unless `everywhere`; a failed one waits for its next time.
 */
export function createRunner({
  services,
  redis,
  translator,
  log
}: {
  services: Services
  redis: Redis
  translator: Translator
  log: Log
}): Runner {
  const running = new Set<Promise<Outcome>>()
  const tasks: ScheduledTask[] = []
  let subscriber: Redis | null = null
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)

  const needs = { services, translator, log }
  const here = new Set<string>()
  const performHere = async (job: Job): Promise<Outcome> => {
    if (here.has(job.name)) return 'held'
    here.add(job.name)
    await perform(job, { ...needs, makesUp: false }, stopping.signal).finally(() => here.delete(job.name))
    return 'run'
  }

  const perhaps = async (job: Job, makesUp: boolean): Promise<Outcome> => {
    if (job.everywhere) return performHere(job)
    return underLock(job, redis, () => perform(job, { ...needs, makesUp }, stopping.signal))
  }

  const attempt = (job: Job, makesUp = false): Promise<Outcome> => {
    const under = perhaps(job, makesUp)
      .catch((error: Error): Outcome => {
        log.warn({ job: job.name, err: error.message }, 'job_not_started')
        return 'fault'
      })
      .finally(() => running.delete(under))
    running.add(under)
    return under
  }

  const onTime = async (job: Job) => {
    if ((await attempt(job)) === 'held' && job.overdue)
      log.info({ job: job.name, err: 'it runs already' }, 'job_not_started')
  }

  /**
   * Runs on every message; messages during a run, here or elsewhere, cause another run after it, however long that takes.
   * After a fault of Redis the schedule does.
   */
  const listen = async (job: Job & { startOn: string }) => {
    let due = false
    let busy = false
    const start = async () => {
      due = true
      if (busy) return
      busy = true
      while (due && !stopping.signal.aborted) {
        due = false
        if ((await attempt(job)) !== 'held') continue
        due = true
        await new Promise((resolve) => setTimeout(resolve, ELSEWHERE_MS))
      }
      busy = false
    }
    subscriber ??= await subscribed()
    await subscriber.subscribe(channelOf(redis, job.startOn), () => void start())
  }

  const subscribed = async () => {
    const client = redis.duplicate()
    client.on('error', (error: Error) => log.debug({ err: error.message }, 'redis_error'))
    await client.connect()
    return client
  }

  return {
    run: async (job) => (await attempt(job)) === 'run',
    async start(jobs) {
      for (const job of jobs) {
        tasks.push(cron.schedule(job.schedule, () => void onTime(job), { timezone: 'Etc/UTC' }))
        const { startOn, overdue } = job
        if (startOn) await listen({ ...job, startOn })
        if (await overdue?.().catch(() => false))
          void makeUp(overdue!, () => attempt(job, true), stopping.signal)
      }
    },
    async stop() {
      stopping.abort(new Error('the process stops'))
      subscriber?.destroy()
      for (const task of tasks) await task.stop()
      await Promise.all(running)
    }
  }
}

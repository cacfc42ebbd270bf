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

/** Milliseconds between tries to take the lock of a job that runs elsewhere. */
const ELSEWHERE_MS = 300

/** `held`: it runs already. `fault`: Redis did not give the lock. */
type Outcome = 'run' | 'held' | 'fault'

export interface Runner {
  /** Whether it ran: it does not while it runs already, or without Redis. */
  run(job: Job): Promise<boolean>
  start(jobs: Job[]): Promise<void>
  stop(): Promise<void>
}

async function perform(job: Job, needs: Omit<JobNeeds, 'signal'>): Promise<void> {
  const begun = Date.now()
  try {
    await inSpan(`job ${job.name}`, {}, () => job.run({ ...needs, signal: AbortSignal.timeout(job.timeout) }))
    const level = job.startOn || job.quiet ? 'debug' : 'info'
    needs.log[level]({ job: job.name, ms: Date.now() - begun }, 'job_finished')
  } catch (error) {
    needs.log.error({ job: job.name, err: error }, 'job_failed')
  }
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
  let stopped = false

  const needs = { services, translator, log }
  const here = new Set<string>()
  const performHere = async (job: Job): Promise<Outcome> => {
    if (here.has(job.name)) return 'held'
    here.add(job.name)
    await perform(job, needs).finally(() => here.delete(job.name))
    return 'run'
  }

  const perhaps = async (job: Job): Promise<Outcome> => {
    if (job.everywhere) return performHere(job)
    const key = `halyard:job:${job.name}`
    // Unique per run: an overdue one must not free the lock of the next.
    const holder = randomHex(8)
    const mine = await redis.set(key, holder, { NX: true, PX: job.timeout })
    if (mine === null) return 'held'
    await perform(job, needs)
    // Without Redis the lock expires.
    await redis.eval(RELEASE, { keys: [key], arguments: [holder] }).catch(() => {})
    return 'run'
  }

  const attempt = (job: Job): Promise<Outcome> => {
    const under = perhaps(job)
      .catch((error: Error): Outcome => {
        log.warn({ job: job.name, err: error.message }, 'job_not_started')
        return 'fault'
      })
      .finally(() => running.delete(under))
    running.add(under)
    return under
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
      while (due && !stopped) {
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
        tasks.push(cron.schedule(job.schedule, () => void attempt(job), { timezone: 'Etc/UTC' }))
        const { startOn } = job
        if (startOn) await listen({ ...job, startOn })
      }
    },
    async stop() {
      stopped = true
      subscriber?.destroy()
      for (const task of tasks) await task.stop()
      await Promise.all(running)
    }
  }
}

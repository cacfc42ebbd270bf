import { z } from 'zod'
import { createWaiters } from '~/server/platform/concurrency/waiters'
import type { Log } from '~/server/platform/log'
import { createSubscription } from '~/server/platform/processes/subscription'
import { publish, type Redis } from '~/server/platform/redis'
import { ANSWER_RESULTS, type AnswerResult, shownVerdict } from './contract'

type Published = [id: number, status: AnswerResult]

/** Verdicts between processes; only hints, rows are the truth. */
export interface Verdicts {
  /** Publishes to every process. Never fails. */
  publish(judged: readonly { id: number; status: AnswerResult }[]): void
  /** A verdict that is published now or was at most 5 s ago; null after `ms` milliseconds. */
  next(id: number, ms: number): Promise<AnswerResult | null>
  /** True while messages of other processes arrive. */
  live(): boolean
}

const CHANNEL = 'halyard:verdicts'
/** Remembered verdicts and their milliseconds: one may arrive before somebody waits for it. */
const KEPT = 10_000
const KEPT_MS = 5000

const message = z.array(z.tuple([z.int(), z.enum(ANSWER_RESULTS)]))

/** Subscribes at the first wait. */
export function createVerdicts(redis: Redis, log: Log): Verdicts {
  const waiters = createWaiters<number, AnswerResult>()
  const recent = new Map<number, { status: AnswerResult; at: number }>()

  const dropOld = (now: number) => {
    for (const [id, { at }] of recent) {
      if (recent.size <= KEPT && now - at < KEPT_MS) return
      recent.delete(id)
    }
  }

  const onMessage = (text: string) => {
    const now = performance.now()
    for (const [id, status] of message.safeParse(JSON.parse(text)).data ?? []) {
      recent.set(id, { status, at: now })
      waiters.tell(id, status)
    }
    dropOld(now)
  }

  const subscription = createSubscription(redis, CHANNEL, onMessage, log)

  return {
    publish(judged) {
      if (judged.length === 0) return
      const all = judged.map(({ id, status }): Published => [id, shownVerdict(status)])
      const lost = (err: string) => log.debug({ err }, 'verdicts_not_sent')
      publish(redis, CHANNEL, JSON.stringify(all), lost)
    },

    async next(id, ms) {
      subscription.open()
      const known = recent.get(id)
      if (known && performance.now() - known.at <= KEPT_MS) return known.status
      return waiters.next(id, ms)
    },

    live: subscription.live
  }
}

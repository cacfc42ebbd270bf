import { z } from 'zod'
import type { Log } from '~/server/platform/log'
import { createSubscription } from '~/server/platform/processes/subscription'
import { publish, type Redis } from '~/server/platform/redis'
import { isTracing } from '~/server/platform/tracing'

/** The request that sent a flag. */
export interface TraceContext {
  requestId: string
  /** W3C traceparent of the span that stored the flag; null without a trace. */
  traceparent: string | null
}

/** Carries trace contexts of submissions from web to scoring, for log and traces only. Messages may be lost: a line then has no request id (docs/decisions/036-traces.md). */
export interface TraceContexts {
  /** True if this process records spans or logs at level `debug`; otherwise callers skip the rest. */
  enabled(): boolean
  listen(): void
  /** Never fails. */
  publish(stored: readonly (TraceContext & { id: number })[]): void
  /** Removes and returns the contexts of these submissions when all have arrived, or those that have after `ms` milliseconds. */
  take(ids: readonly number[], ms: number): Promise<Map<number, TraceContext>>
  close(): void
}

const CHANNEL = 'halyard:trace-contexts'
/** Waiting contexts; the oldest are dropped. */
const MAX_KEPT = 10_000

const message = z.array(z.tuple([z.int(), z.string(), z.string().nullable()]))

interface Waiter {
  ids: readonly number[]
  resolve(): void
}

export function createTraceContexts(redis: Redis, log: Log): TraceContexts {
  const kept = new Map<number, TraceContext>()
  const waiters = new Set<Waiter>()

  const onMessage = (text: string) => {
    for (const [id, requestId, traceparent] of message.safeParse(JSON.parse(text)).data ?? [])
      kept.set(id, { requestId, traceparent })
    for (const waiter of waiters) if (waiter.ids.every((id) => kept.has(id))) waiter.resolve()
    for (const id of kept.keys()) {
      if (kept.size <= MAX_KEPT) break
      kept.delete(id)
    }
  }
  const subscription = createSubscription(redis, CHANNEL, onMessage, log)

  const remove = (ids: readonly number[]) => {
    const found = new Map<number, TraceContext>()
    for (const id of ids) {
      const context = kept.get(id)
      if (context) found.set(id, context)
      kept.delete(id)
    }
    return found
  }

  return {
    enabled: () => isTracing() || log.isLevelEnabled('debug'),
    listen: subscription.open,
    publish(stored) {
      const all = stored.map(({ id, requestId, traceparent }) => [id, requestId, traceparent])
      const lost = (err: string) => log.debug({ err }, 'trace_contexts_not_published')
      publish(redis, CHANNEL, JSON.stringify(all), lost)
    },
    take(ids, ms) {
      if (ids.every((id) => kept.has(id))) return Promise.resolve(remove(ids))
      return new Promise((resolve) => {
        const waiter: Waiter = {
          ids,
          resolve() {
            clearTimeout(timer)
            waiters.delete(waiter)
            resolve(remove(ids))
          }
        }
        const timer = setTimeout(waiter.resolve, ms)
        waiters.add(waiter)
      })
    },
    close: subscription.close
  }
}

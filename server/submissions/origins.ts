import { z } from 'zod'
import type { Log } from '~/server/platform/log'
import { createSubscription } from '~/server/platform/processes/subscription'
import { channelOf, type Redis } from '~/server/platform/redis'
import { isTracing } from '~/server/platform/tracing'

/** The request that sent a flag, and its trace; null when that is not recorded. */
export interface Origin {
  requestId: string
  traceparent: string | null
}

/**
 * Which request sent which flag, from web to scoring, for logs and traces alone: what is lost costs a line its request id.
 * Nothing is published unless flags are followed (docs/decisions/036-traces.md).
 */
export interface Origins {
  /** Whether this process follows flags: it records spans, or logs at level `debug`. */
  followed(): boolean
  /** Begins to hear origins. */
  listen(): void
  publish(stored: readonly (Origin & { id: number })[]): void
  /** The origins of submissions, as soon as all are known, or those that are after `ms` milliseconds. */
  of(ids: readonly number[], ms: number): Promise<Map<number, Origin>>
  close(): void
}

const CHANNEL = 'halyard:origins'
/** Origins remembered until their flags are judged. */
const KEPT = 10_000

const message = z.array(z.tuple([z.int(), z.string(), z.string().nullable()]))

interface Waiting {
  ids: readonly number[]
  done(): void
}

export function createOrigins(redis: Redis, log: Log): Origins {
  const known = new Map<number, Origin>()
  const waiting = new Set<Waiting>()

  const hear = (text: string) => {
    for (const [id, requestId, traceparent] of message.safeParse(JSON.parse(text)).data ?? [])
      known.set(id, { requestId, traceparent })
    for (const one of waiting) if (one.ids.every((id) => known.has(id))) one.done()
    for (const id of known.keys()) {
      if (known.size <= KEPT) break
      known.delete(id)
    }
  }
  const subscription = createSubscription(redis, CHANNEL, hear, log)

  const take = (ids: readonly number[]) => {
    const found = new Map<number, Origin>()
    for (const id of ids) {
      const origin = known.get(id)
      if (origin) found.set(id, origin)
      known.delete(id)
    }
    return found
  }

  return {
    followed: () => isTracing() || log.isLevelEnabled('debug'),
    listen: subscription.open,
    publish(stored) {
      const all = stored.map(({ id, requestId, traceparent }) => [id, requestId, traceparent])
      redis.publish(channelOf(redis, CHANNEL), JSON.stringify(all)).catch((error: Error) => {
        log.debug({ err: error.message }, 'origins_not_sent')
      })
    },
    of(ids, ms) {
      if (ids.every((id) => known.has(id))) return Promise.resolve(take(ids))
      return new Promise((resolve) => {
        const one: Waiting = {
          ids,
          done() {
            clearTimeout(timer)
            waiting.delete(one)
            resolve(take(ids))
          }
        }
        const timer = setTimeout(one.done, ms)
        waiting.add(one)
      })
    },
    close: subscription.close
  }
}

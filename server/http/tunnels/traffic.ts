import type { Socket } from 'node:net'
import { TRAFFIC_FIELDS, trafficKey } from '~/server/instances'
import { createCircuitBreaker } from '~/server/platform/concurrency/circuit-breaker'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import { HOUR_MS } from '~/server/platform/time'

/** Milliseconds between two batches. */
export const FLUSH_MS = 2000
/** Milliseconds that the figures of an instance are kept after its last byte. */
const KEEP_MS = 24 * HOUR_MS

/** Bytes to and from instances, added up in Redis over all processes. Bytes that Redis does not take are lost. */
export interface Traffic {
  count(instance: string, bytesIn: number, bytesOut: number): void
  /** Counts the bytes of a connection every few seconds and at its end. */
  watch(instance: string, service: Socket): void
  close(): Promise<void>
}

interface Bytes {
  bytesIn: number
  bytesOut: number
}

export function createTraffic(redis: Redis, log: Log): Traffic {
  const breaker = createCircuitBreaker(log, 'traffic_not_counted')
  const open = new Set<() => void>()
  let due = new Map<string, Bytes>()

  const count: Traffic['count'] = (instance, bytesIn, bytesOut) => {
    if (bytesIn === 0 && bytesOut === 0) return
    const known = due.get(instance)
    due.set(instance, {
      bytesIn: (known?.bytesIn ?? 0) + bytesIn,
      bytesOut: (known?.bytesOut ?? 0) + bytesOut
    })
  }

  const flush = async () => {
    for (const sample of open) sample()
    if (due.size === 0) return
    const work = redis.multi()
    for (const [instance, { bytesIn, bytesOut }] of due) {
      const key = trafficKey(instance)
      work.hIncrBy(key, TRAFFIC_FIELDS.bytesIn, bytesIn)
      work.hIncrBy(key, TRAFFIC_FIELDS.bytesOut, bytesOut)
      work.pExpire(key, KEEP_MS)
    }
    due = new Map()
    await breaker(() => work.execAsPipeline(), [])
  }
  const timer = setInterval(() => void flush(), FLUSH_MS)

  return {
    count,

    watch(instance, service) {
      const counted: Bytes = { bytesIn: 0, bytesOut: 0 }
      const sample = () => {
        // Reads the socket's own counters, so that a chunk costs no work.
        const { bytesWritten, bytesRead } = service
        count(instance, bytesWritten - counted.bytesIn, bytesRead - counted.bytesOut)
        Object.assign(counted, { bytesIn: bytesWritten, bytesOut: bytesRead })
      }
      open.add(sample)
      service.once('close', () => {
        sample()
        open.delete(sample)
      })
    },

    async close() {
      clearInterval(timer)
      await flush()
    }
  }
}

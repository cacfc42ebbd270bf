import { createCircuitBreaker } from '~/server/platform/concurrency/circuit-breaker'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import type { InstanceTraffic } from '../contract'

export const connectionsKey = (instance: string) => `halyard:tunnels:instance:${instance}`

export const trafficKey = (instance: string) => `halyard:traffic:${instance}`

/** `in` counts bytes to the service. */
export const TRAFFIC_FIELDS = { bytesIn: 'in', bytesOut: 'out' } as const

export interface TrafficReader {
  /** Null without Redis. */
  of(instance: string): Promise<InstanceTraffic | null>
}

export function createTrafficReader(redis: Redis, log: Log): TrafficReader {
  const breaker = createCircuitBreaker(log, 'traffic_not_read')
  return {
    of: (instance) =>
      breaker(async () => {
        const { bytesIn, bytesOut } = TRAFFIC_FIELDS
        const [connections, bytes] = await Promise.all([
          // Connections of a killed process stay until their lease ends.
          redis.zCount(connectionsKey(instance), Date.now(), '+inf'),
          redis.hmGet(trafficKey(instance), [bytesIn, bytesOut])
        ])
        return { connections, bytesIn: Number(bytes[0] ?? 0), bytesOut: Number(bytes[1] ?? 0) }
      }, null)
  }
}

import { createCircuitBreaker } from '~/server/platform/concurrency/circuit-breaker'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import type { InstanceTraffic } from '../contract'

/** Redis: connections to an instance through the platform, a sorted set of their ids by the end of their lease (ms). */
export const connectionsKey = (instance: string) => `halyard:tunnels:instance:${instance}`

/** Redis: a hash with the bytes of an instance's connections so far; members of TRAFFIC_FIELDS. */
export const trafficKey = (instance: string) => `halyard:traffic:${instance}`

/** In: from players to the service. Out: back. */
export const TRAFFIC_FIELDS = { bytesIn: 'in', bytesOut: 'out' } as const

/** What passes between players and an instance, as far as the platform carries it. */
export interface TrafficReader {
  /** Null while Redis does not say. */
  of(instance: string): Promise<InstanceTraffic | null>
}

export function createTrafficReader(redis: Redis, log: Log): TrafficReader {
  const breaker = createCircuitBreaker(log, 'traffic_not_read')
  return {
    of: (instance) =>
      breaker(async () => {
        const { bytesIn, bytesOut } = TRAFFIC_FIELDS
        const [connections, bytes] = await Promise.all([
          // Connections of a killed process stay in the set until their lease is over.
          redis.zCount(connectionsKey(instance), Date.now(), '+inf'),
          redis.hmGet(trafficKey(instance), [bytesIn, bytesOut])
        ])
        return { connections, bytesIn: Number(bytes[0] ?? 0), bytesOut: Number(bytes[1] ?? 0) }
      }, null)
  }
}

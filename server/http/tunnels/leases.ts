import { connectionsKey } from '~/server/instances'
import { createCircuitBreaker } from '~/server/platform/concurrency/circuit-breaker'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'

const PER_INSTANCE = 64
export const PER_TICKET = 16

/** Milliseconds before an unrenewed tunnel stops counting, so that those of a killed process end. */
const LEASE_MS = 20_000
export const RENEW_MS = 6000

/**
 * KEYS: the instance's tunnels, the ticket's if there is one. ARGV: tunnel, now and end of lease (ms), limit of each.
 * Sorted sets by end of lease. Returns 1 for a place, 0 for none.
 */
const TAKE = `
  for index, key in ipairs(KEYS) do
    redis.call('ZREMRANGEBYSCORE', key, '-inf', ARGV[2])
    if redis.call('ZCARD', key) >= tonumber(ARGV[3 + index]) then return 0 end
  end
  for _, key in ipairs(KEYS) do
    redis.call('ZADD', key, ARGV[3], ARGV[1])
    redis.call('PEXPIRE', key, 2 * (ARGV[3] - ARGV[2]))
  end
  return 1`

export interface Holder {
  id: string
  instance: string
  ticket: string | null
}

/** Leases of tunnels over all processes. Without Redis every tunnel is allowed. */
export interface Leases {
  /** False when the instance or the ticket has as many tunnels as it may. */
  take(holder: Holder): Promise<boolean>
  /** Renews the leases; adds those that Redis has lost. */
  renew(holders: readonly Holder[]): Promise<void>
  leave(holder: Holder): Promise<void>
}

const keysOf = ({ instance, ticket }: Holder) => [
  connectionsKey(instance),
  ...(ticket === null ? [] : [`halyard:tunnels:ticket:${ticket}`])
]

export function createLeases(redis: Redis, log: Log): Leases {
  const breaker = createCircuitBreaker(log, 'tunnels_not_counted')
  return {
    async take(holder) {
      const now = Date.now()
      const options = {
        keys: keysOf(holder),
        arguments: [holder.id, ...[now, now + LEASE_MS, PER_INSTANCE, PER_TICKET].map(String)]
      }
      return Number(await breaker(() => redis.eval(TAKE, options), 1)) === 1
    },

    async renew(holders) {
      if (holders.length === 0) return
      const until = Date.now() + LEASE_MS
      const work = redis.multi()
      for (const holder of holders)
        for (const key of keysOf(holder)) {
          work.zAdd(key, { score: until, value: holder.id })
          work.pExpire(key, 2 * LEASE_MS)
        }
      await breaker(() => work.execAsPipeline(), [])
    },

    async leave(holder) {
      const work = redis.multi()
      for (const key of keysOf(holder)) work.zRem(key, holder.id)
      await breaker(() => work.execAsPipeline(), [])
    }
  }
}

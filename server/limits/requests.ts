import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes
} from 'rate-limiter-flexible'
import { createCircuitBreaker } from '~/server/platform/concurrency/circuit-breaker'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import { addressBucket } from './address'
import type { Limits, Party, RateRule } from './contract'
import { tooMany } from './limiter'
import { runScript, type ScriptValues } from './script'

const keyOf = ({ by }: RateRule, { userId, ip, subject }: Party): string => {
  if (by === 'subject' && subject !== undefined) return `subject:${subject}`
  return by === 'user' && userId ? `user:${userId}` : `address:${addressBucket(ip)}`
}

/** Counts one. Milliseconds until the next one is let through; 0 when this one is. */
async function waitOf(limiter: RateLimiterAbstract, key: string): Promise<number> {
  try {
    await limiter.consume(key)
    return 0
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return Math.max(1, refused.msBeforeNext)
    throw refused
  }
}

/**
 * Counts in Redis for all processes. While Redis does not answer, each process counts its own.
 * @param timeout how long Redis may take, in milliseconds; absent: as everywhere
 */
export function createLimits(redis: Redis, log: Log, enabled: boolean, timeout?: number): Limits {
  const breaker = createCircuitBreaker(log, 'rate_not_counted', timeout)
  // The library's client type; it uses nothing else of it.
  const store = { eval: (script: string, values: ScriptValues) => runScript(redis, script, values) }
  const limiters = new Map<string, { shared: RateLimiterRedis; own: RateLimiterMemory }>()
  const limitersOf = ({ name, max, seconds }: RateRule) => {
    const known = limiters.get(name)
    if (known) return known
    const options = { keyPrefix: `halyard:rate:${name}`, points: max, duration: seconds }
    const made = {
      shared: new RateLimiterRedis({ ...options, storeClient: store, useRedisPackage: true }),
      own: new RateLimiterMemory(options)
    }
    limiters.set(name, made)
    return made
  }
  return {
    async take(rule, party) {
      if (!enabled) return
      const key = keyOf(rule, party)
      const { shared, own } = limitersOf(rule)
      const wait = await breaker(
        () => waitOf(shared, key),
        () => waitOf(own, key)
      )
      if (wait > 0) throw tooMany(wait)
    }
  }
}

import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes
} from 'rate-limiter-flexible'
import { createCircuitBreaker } from '~/server/platform/concurrency/circuit-breaker'
import type { Log } from '~/server/platform/log'
import type { SetRates } from '~/server/platform/rate-setting'
import type { Redis } from '~/server/platform/redis'
import { addressBucket } from './address'
import type { Limits, Party, RateRule } from './contract'
import { tooMany } from './limiter'
import { runScript, type ScriptValues } from './script'

const keyOf = ({ by }: RateRule, { userId, ip, subject, tokenId }: Party): string => {
  if (by === 'subject' && subject !== undefined) return `subject:${subject}`
  if (by === 'caller' && tokenId !== undefined) return `token:${tokenId}`
  return (by === 'user' || by === 'caller') && userId ? `user:${userId}` : `address:${addressBucket(ip)}`
}

/** Milliseconds until the next one is allowed; 0: allowed. */
async function waitOf(limiter: RateLimiterAbstract, key: string): Promise<number> {
  try {
    await limiter.consume(key)
    return 0
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return Math.max(1, refused.msBeforeNext)
    throw refused
  }
}

interface LimitOptions {
  enabled: boolean
  rates?: SetRates
  timeout?: number
}

/** Counts in Redis for all processes; without Redis each counts its own. */
export function createLimits(redis: Redis, log: Log, { enabled, rates, timeout }: LimitOptions): Limits {
  const breaker = createCircuitBreaker(log, 'rate_not_counted', timeout)
  // The only method that the library uses.
  const store = { eval: (script: string, values: ScriptValues) => runScript(redis, script, values) }
  const limiters = new Map<string, { shared: RateLimiterRedis; own: RateLimiterMemory }>()
  const limitersOf = (rule: RateRule) => {
    const { name } = rule
    const known = limiters.get(name)
    if (known) return known
    const { max, seconds } = rates?.get(name) ?? rule
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

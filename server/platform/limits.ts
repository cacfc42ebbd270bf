import { createCircuitBreaker } from './circuit-breaker'
import { AppError } from './errors'
import type { Log } from './log'
import type { RateRule } from './rates'
import type { Redis } from './redis'

export interface Party {
  userId: string | null
  ip: string
  /** What rules by `subject` count. */
  subject?: string
}

export interface Limits {
  /** Counts one call. @throws AppError `rate.limited` 429 with `Retry-After`. */
  take(rule: RateRule, party: Party): Promise<void>
}

/**
 * KEYS: one counter a party. ARGV: window in ms, limit.
 * Counts in every window and returns 0, or the ms to wait when any of them is over the limit.
 */
const COUNT = `
local wait = 0
for _, key in ipairs(KEYS) do
  local n = redis.call('INCR', key)
  if n == 1 then redis.call('PEXPIRE', key, ARGV[1]) end
  if n > tonumber(ARGV[2]) then
    local left = redis.call('PTTL', key)
    if left > wait then wait = left end
  end
end
return wait`

/** The part of an address that one subscriber holds: IPv4 whole, IPv6 its /64. */
export function addressBucket(ip: string): string {
  if (!ip.includes(':')) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  const [head = '', tail] = ip.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array(Math.max(0, 8 - left.length - right.length)).fill('0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}

/** Counters in Redis, shared by all processes. Without Redis, or while it hangs, nothing is limited: play goes on. */
export function createLimits(redis: Redis, log: Log, enabled: boolean): Limits {
  const breaker = createCircuitBreaker(log, 'rate_not_counted')
  return {
    async take(rule, { userId, ip, subject }) {
      if (!enabled) return
      const address = `address:${addressBucket(ip)}`
      const keys = rule.by.map((by) => {
        if (by === 'subject' && subject !== undefined) return `subject:${subject}`
        return by === 'user' && userId ? `user:${userId}` : address
      })
      const count = {
        keys: keys.map((key) => `halyard:rate:${rule.name}:${key}`),
        arguments: [String(rule.seconds * 1000), String(rule.max)]
      }
      const wait = Number(await breaker(() => redis.eval(COUNT, count), 0))
      if (wait > 0) throw new AppError('rate.limited', 429, { retryAfter: Math.ceil(wait / 1000) })
    }
  }
}

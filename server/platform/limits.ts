import { AppError } from './errors'
import type { Log } from './log'
import type { RateRule } from './rates'
import type { Redis } from './redis'
import { within } from './within'

export interface Party {
  userId: string | null
  ip: string
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

/** How long a count may take, and for how long Redis is left alone after it failed, in milliseconds. */
const PATIENCE_MS = 250
const PAUSE_MS = 1000

/** Counters in Redis, shared by all processes. Without Redis, or while it hangs, nothing is limited: play goes on. */
export function createLimits(redis: Redis, log: Log, enabled: boolean): Limits {
  let pausedUntil = 0
  return {
    async take(rule, { userId, ip }) {
      if (!enabled || performance.now() < pausedUntil) return
      const address = `address:${addressBucket(ip)}`
      const keys = rule.by.map((by) => (by === 'user' && userId ? `user:${userId}` : address))
      let wait = 0
      try {
        const counted = redis.eval(COUNT, {
          keys: keys.map((key) => `halyard:rate:${rule.name}:${key}`),
          arguments: [String(rule.seconds * 1000), String(rule.max)]
        })
        wait = Number(await within(PATIENCE_MS, counted))
      } catch (error) {
        pausedUntil = performance.now() + PAUSE_MS
        log.warn({ err: (error as Error).message }, 'rate_not_counted')
      }
      if (wait > 0) throw new AppError('rate.limited', 429, { retryAfter: Math.ceil(wait / 1000) })
    }
  }
}

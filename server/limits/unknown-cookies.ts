import { LRUCache } from 'lru-cache'
import { SESSION_SECONDS } from '~/server/accounts/constants'
import { createCircuitBreaker } from '~/server/platform/concurrency/circuit-breaker'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import { sha256Hex } from '~/server/platform/sha256'
import { DAY_MS } from '~/server/platform/time'
import { addressBucket } from './address'
import { RATES } from './contract'
import { type Limiter, tooMany } from './limiter'

/**
 * Limits cookies of no session by address and process, since anybody can invent them and each would query Postgres.
 * Call `take` before a lookup; a cookie that was valid in any process always passes, whatever others of its address send.
 * @throws AppError `rate.limited`
 */
interface UnknownCookies extends Limiter<[cookie: string, ip: string]> {
  /** After a lookup, or when issued. */
  seen(cookie: string, ip: string, somebody: boolean): void
  /** When it ends; `digest`: its SHA-256 in hexadecimal digits. Else its next lookup tells. */
  forget(digest: string): void
}

/** Remembered cookies and addresses; the least recently used are dropped. */
const COOKIES = 20_000
const ADDRESSES = 10_000

/** Milliseconds after which it is told again, so that it does not forget a cookie that is in use. */
const TOLD_MS = DAY_MS

const { max, seconds } = RATES.read

const keyOf = (digest: string) => `halyard:valid:${digest}`

export function createUnknownCookies(
  redis: Redis,
  log: Log,
  { enabled }: { enabled: boolean }
): UnknownCookies {
  const known = new LRUCache<string, number>({ max: COOKIES })
  // A window begins with its first cookie; later ones do not extend it.
  const misses = new LRUCache<string, number>({ max: ADDRESSES, ttl: seconds * 1000, noUpdateTTL: true })
  const breaker = createCircuitBreaker(log, 'rate_not_counted')

  const remember = (cookie: string) => {
    const now = performance.now()
    const told = known.get(cookie)
    if (told !== undefined && now - told < TOLD_MS) return
    known.set(cookie, now)
    void breaker(() => redis.set(keyOf(sha256Hex(cookie)), '1', { EX: SESSION_SECONDS }), null)
  }

  const forget = (digest: string) => void breaker(() => redis.del(keyOf(digest)), 0)

  return {
    async take(cookie, ip) {
      if (!enabled || known.has(cookie)) return
      const address = addressBucket(ip)
      if ((misses.get(address) ?? 0) < max) return
      if ((await breaker(() => redis.exists(keyOf(sha256Hex(cookie))), 0)) > 0) {
        // Another process knew it: should it have ended there, its lookup ends the key as well.
        known.set(cookie, Number.NEGATIVE_INFINITY)
        return
      }
      throw tooMany(misses.getRemainingTTL(address))
    },
    seen(cookie, ip, somebody) {
      if (!enabled) return
      if (somebody) return remember(cookie)
      if (known.delete(cookie)) forget(sha256Hex(cookie))
      const address = addressBucket(ip)
      misses.set(address, (misses.get(address) ?? 0) + 1)
    },
    forget(digest) {
      if (enabled) forget(digest)
    }
  }
}

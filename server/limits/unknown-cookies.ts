import { LRUCache } from 'lru-cache'
import { addressBucket } from './address'
import { RATES } from './contract'
import { type Limiter, tooMany } from './limiter'

/**
 * Limits cookies of no session by address and process, since anybody can invent them and each would query Postgres.
 * Call `take` before a lookup; a cookie that was valid here always passes. @throws AppError `rate.limited`
 */
export interface UnknownCookies extends Limiter<[cookie: string, ip: string]> {
  /** After a lookup, or when issued. */
  seen(cookie: string, ip: string, somebody: boolean): void
}

/** Remembered cookies and addresses; the least recently used are dropped. */
const COOKIES = 20_000
const ADDRESSES = 10_000

const { max, seconds } = RATES.read

export function createUnknownCookies(enabled: boolean): UnknownCookies {
  const known = new LRUCache<string, true>({ max: COOKIES })
  // A window begins with its first cookie; later ones do not extend it.
  const misses = new LRUCache<string, number>({ max: ADDRESSES, ttl: seconds * 1000, noUpdateTTL: true })
  return {
    async take(cookie, ip) {
      if (!enabled || known.has(cookie)) return
      const address = addressBucket(ip)
      if ((misses.get(address) ?? 0) >= max) throw tooMany(misses.getRemainingTTL(address))
    },
    seen(cookie, ip, somebody) {
      if (somebody) return void known.set(cookie, true)
      known.delete(cookie)
      const address = addressBucket(ip)
      misses.set(address, (misses.get(address) ?? 0) + 1)
    }
  }
}

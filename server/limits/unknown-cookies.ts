import { LRUCache } from 'lru-cache'
import { addressBucket } from './address'
import { RATES } from './contract'
import { type Limiter, tooMany } from './limiter'

/**
 * Session cookies that turned out to be nobody's, counted in this process by the address they came from: made-up ones
 * are as many as somebody likes, and each would ask Postgres. An address has as many of them as it has pages for
 * visitors. `take` is called before a cookie is looked up; one that was somebody's when it was last seen here may always
 * be, whatever else comes from its address.
 * @throws AppError `rate.limited`
 */
export interface UnknownCookies extends Limiter<[cookie: string, ip: string]> {
  /** A cookie was looked up, or has just been issued. */
  seen(cookie: string, ip: string, somebody: boolean): void
}

/** Cookies and addresses that are remembered at most; the least recently used go first. */
const COOKIES = 20_000
const ADDRESSES = 10_000

const { max, seconds } = RATES.read

export function createUnknownCookies(enabled: boolean): UnknownCookies {
  const known = new LRUCache<string, true>({ max: COOKIES })
  // A window begins with its first cookie; those after it do not make it longer.
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

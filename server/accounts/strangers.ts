import { AppError } from '~/server/platform/errors'
import { addressBucket } from '~/server/platform/limits'
import { RATES } from '~/server/platform/rates'

/**
 * Session cookies that turned out to be nobody's, counted here by the address they came from: made-up ones are as many as
 * somebody likes, and each would ask Postgres. An address has as many of them as it has pages for visitors.
 */
export interface Strangers {
  /**
   * Called before a cookie is looked up. One that was somebody's when it was last seen here may always be, whatever
   * else comes from its address.
   * @throws AppError `rate.limited` 429 with `Retry-After`
   */
  pass(cookie: string, ip: string): void
  /** A cookie was looked up, or just given out. */
  seen(cookie: string, ip: string, somebody: boolean): void
}

/** Cookies and addresses that are remembered at most; the oldest go first. */
const COOKIES = 20_000
const ADDRESSES = 10_000

const { max, seconds } = RATES.read

export function createStrangers(limited: boolean): Strangers {
  const known = new Set<string>()
  const counts = new Map<string, { misses: number; until: number }>()
  const trim = (most: number, kept: Set<string> | Map<string, unknown>) => {
    if (kept.size > most) kept.delete(kept.keys().next().value as string)
  }
  const countOf = (ip: string) => {
    const found = counts.get(addressBucket(ip))
    return found && found.until > Date.now() ? found : null
  }
  return {
    pass(cookie, ip) {
      const count = limited && !known.has(cookie) ? countOf(ip) : null
      if (!count || count.misses < max) return
      throw new AppError('rate.limited', 429, { retryAfter: Math.ceil((count.until - Date.now()) / 1000) })
    },
    seen(cookie, ip, somebody) {
      known.delete(cookie)
      if (somebody) {
        known.add(cookie)
        return trim(COOKIES, known)
      }
      const count = countOf(ip)
      if (count) return void count.misses++
      counts.delete(addressBucket(ip))
      counts.set(addressBucket(ip), { misses: 1, until: Date.now() + seconds * 1000 })
      trim(ADDRESSES, counts)
    }
  }
}

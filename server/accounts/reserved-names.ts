import type { Redis } from '~/server/platform/redis'
import { nameKey } from './name-key'

const DAYS_KEPT = 7

const keyOf = (userName: string) => `halyard:name:${nameKey(userName)}`

/**
 * Names that a registration with a known address was told it got. They are taken for as long as those of accounts
 * whose link nobody follows, so that trying a name again does not tell whether the address was known.
 */
export const reserved = {
  async hold(redis: Redis, userName: string): Promise<void> {
    await redis.set(keyOf(userName), '', { EX: DAYS_KEPT * 86_400 }).catch(() => {})
  },
  async has(redis: Redis, userName: string): Promise<boolean> {
    return (await redis.exists(keyOf(userName)).catch(() => 0)) === 1
  }
}

/** Days until an account that nobody confirmed is deleted. */
export const UNCONFIRMED_DAYS = DAYS_KEPT

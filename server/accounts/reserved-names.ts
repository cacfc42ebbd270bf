import type { Redis } from '~/server/platform/redis'
import { nameKey } from './name-key'

const DAYS_KEPT = 7

const keyOf = (userName: string) => `halyard:name:${nameKey(userName)}`

/** Names shown for registrations with a known address, reserved so that a second try does not reveal it. */
export const reserved = {
  async hold(redis: Redis, userName: string): Promise<void> {
    await redis.set(keyOf(userName), '', { EX: DAYS_KEPT * 86_400 }).catch(() => {})
  },
  async has(redis: Redis, userName: string): Promise<boolean> {
    return (await redis.exists(keyOf(userName)).catch(() => 0)) === 1
  }
}

export const UNCONFIRMED_DAYS = DAYS_KEPT

import { INVALIDATE_CHANNEL } from '~/server/platform/cache'
import { channelOf, type Redis } from '~/server/platform/redis'

/** Invalidates tags in the caches of every process, as after a change. */
export const invalidate = (redis: Redis, ...tags: string[]) =>
  redis.publish(channelOf(redis, INVALIDATE_CHANNEL), JSON.stringify({ tags }))

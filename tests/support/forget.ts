import { FORGET_CHANNEL } from '~/server/platform/cache'
import { channelOf, type Redis } from '~/server/platform/redis'

/** Tells every process to forget what it keeps under the tags, as one does that has changed them. */
export const forget = (redis: Redis, ...tags: string[]) =>
  redis.publish(channelOf(redis, FORGET_CHANNEL), JSON.stringify({ tags }))

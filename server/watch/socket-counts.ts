import type { Redis } from '~/server/platform/redis'
import { MINUTE_MS } from '~/server/platform/time'

/** Open sockets of games, once a minute, from every scoring process (docs/rules/watch.md#figures). */

const MINUTES_PER_HOUR = 60
/** Seconds. Longer than the watch looks back. */
const KEPT_SECONDS = 5 * 3600

const keyOf = (gameId: number, hour: number) => `halyard:sockets:${gameId}:${hour}`

/** Writes the count of one process; a later one of the same minute replaces it. @param origin name of the process */
export async function storeSocketCounts(
  redis: Redis,
  origin: string,
  counts: ReadonlyMap<number, number>,
  now: number
): Promise<void> {
  const minute = Math.floor(now / MINUTE_MS)
  const transaction = redis.multi()
  for (const [gameId, count] of counts) {
    const key = keyOf(gameId, Math.floor(minute / MINUTES_PER_HOUR))
    transaction.hSet(key, `${minute}:${origin}`, count).expire(key, KEPT_SECONDS)
  }
  await transaction.execAsPipeline()
}

/** Counts of all processes, newest minute first, beginning with the current one. */
export async function readSocketCounts(
  redis: Redis,
  gameId: number,
  minutes: number,
  now: number
): Promise<number[]> {
  const newest = Math.floor(now / MINUTE_MS)
  const counts = Array<number>(minutes).fill(0)
  const last = Math.floor((newest - minutes + 1) / MINUTES_PER_HOUR)
  for (let hour = Math.floor(newest / MINUTES_PER_HOUR); hour >= last; hour--)
    for (const [field, count] of Object.entries(await redis.hGetAll(keyOf(gameId, hour)))) {
      const ago = newest - Number(field.split(':', 1)[0])
      if (ago >= 0 && ago < minutes) counts[ago]! += Number(count)
    }
  return counts
}

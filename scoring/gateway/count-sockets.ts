import { withTimeout } from '~/server/platform/concurrency/timeout'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import { storeSocketCounts } from '~/server/watch'
import type { GameNamespace } from './sockets'

/** Milliseconds between two counts: a minute is counted several times, and its last count stays. */
const COUNT_INTERVAL_MS = 10_000
const TIMEOUT_MS = 1000

/** Sockets of players and visitors by game: with a board, with notices alone, and those that wait for the start. */
function countsOf(namespace: GameNamespace): Map<number, number> {
  const counts = new Map<number, number>()
  for (const [room, { size }] of namespace.adapter.rooms) {
    const game = /^(?:game|news|early):(\d+)$/.exec(room)?.[1]
    if (game) counts.set(Number(game), (counts.get(Number(game)) ?? 0) + size)
  }
  return counts
}

/** Counts the sockets of this process for the watch of each game. Returns what ends it. */
export function countSockets(namespace: GameNamespace, redis: Redis, origin: string, log: Log): () => void {
  const count = () => {
    const counts = countsOf(namespace)
    if (counts.size === 0) return
    withTimeout(TIMEOUT_MS, storeSocketCounts(redis, origin, counts, Date.now())).catch((error: Error) =>
      log.debug({ err: error.message }, 'sockets_not_counted')
    )
  }
  const timer = setInterval(count, COUNT_INTERVAL_MS).unref()
  return () => clearInterval(timer)
}

import type { Log } from './log'
import { within } from './within'

/** How long Redis may take, and for how long it is left alone after it failed, in milliseconds. */
const TIMEOUT_MS = 250
const PAUSE_MS = 1000

/**
 * For what is nice to have from Redis: gives `otherwise` while it is away or hangs, without making anybody wait
 * again and again. `event` names the warning.
 */
export function createCircuitBreaker(log: Log, event: string) {
  let pausedUntil = 0
  return async <T>(ask: () => Promise<T>, otherwise: T): Promise<T> => {
    if (performance.now() < pausedUntil) return otherwise
    try {
      return await within(TIMEOUT_MS, ask())
    } catch (error) {
      pausedUntil = performance.now() + PAUSE_MS
      log.warn({ err: (error as Error).message }, event)
      return otherwise
    }
  }
}

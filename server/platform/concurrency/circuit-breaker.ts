import type { Log } from '../log'
import { withTimeout } from './timeout'

/** Timeout of a call, and pause after a failure, in milliseconds. */
const TIMEOUT_MS = 250
const PAUSE_MS = 1000

const instead = <T>(otherwise: T | (() => Promise<T>)) =>
  typeof otherwise === 'function' ? (otherwise as () => Promise<T>)() : otherwise

/** Returns `otherwise` while Redis is away or hangs, without waiting each time. `timeout`: milliseconds. */
export function createCircuitBreaker(log: Log, event: string, timeout = TIMEOUT_MS) {
  let pausedUntil = 0
  return async <T>(call: () => Promise<T>, otherwise: T | (() => Promise<T>)): Promise<T> => {
    if (performance.now() < pausedUntil) return instead(otherwise)
    try {
      return await withTimeout(timeout, call())
    } catch (error) {
      pausedUntil = performance.now() + PAUSE_MS
      log.warn({ err: (error as Error).message }, event)
      return instead(otherwise)
    }
  }
}

import type { Redis } from './redis'

/**
 * Milliseconds between two looks. Silence is counted in looks, so that a process that was itself busy or stopped takes
 * nobody for silent.
 */
const LOOK_MS = 500
/** Looks without an answer after which Redis counts as silent. */
const SILENT = 2

/** Whether Redis answers: a Redis that hangs keeps its connections, so that nothing else tells. */
export interface Pulse {
  answers(): boolean
  close(): void
}

/** Asks all the time, and calls back with each change. */
export function watchRedis(redis: Redis, changed: (answers: boolean) => void): Pulse {
  let isAnswering = redis.isReady
  let isAsking = false
  let silent = 0
  const set = (answers: boolean) => {
    if (answers === isAnswering) return
    isAnswering = answers
    changed(answers)
  }
  const ask = async () => {
    isAsking = true
    silent = 0
    const answers = await redis.ping().then(
      () => true,
      () => false
    )
    isAsking = false
    set(answers)
  }
  const look = () => {
    if (!isAsking) void ask()
    else if (++silent >= SILENT) set(false)
  }
  const timer = setInterval(look, LOOK_MS).unref()
  return { answers: () => isAnswering && redis.isReady, close: () => clearInterval(timer) }
}

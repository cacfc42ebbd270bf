import type { Redis } from './redis'

/**
 * Milliseconds between two checks. A missing answer is counted in checks, not in time: after a process was itself busy or
 * stopped, it must not take Redis for silent.
 */
const INTERVAL_MS = 500
/** Checks in a row without an answer after which Redis counts as silent. */
const SILENT = 2

/** Whether Redis answers. A Redis that hangs keeps its connections open, so they do not tell. */
export interface RedisProbe {
  answers(): boolean
  close(): void
}

/** Sends a PING twice a second; calls `changed` whenever Redis begins or ceases to answer. */
export function probeRedis(redis: Redis, changed: (answers: boolean) => void): RedisProbe {
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
  const check = () => {
    if (!isAsking) void ask()
    else if (++silent >= SILENT) set(false)
  }
  const timer = setInterval(check, INTERVAL_MS).unref()
  return { answers: () => isAnswering && redis.isReady, close: () => clearInterval(timer) }
}

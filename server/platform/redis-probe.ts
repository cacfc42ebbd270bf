import type { Redis } from './redis'

/** Milliseconds between two checks. Counts checks, not time, so that a busy process does not take Redis for silent. */
const INTERVAL_MS = 500
/** Unanswered checks after which Redis counts as silent. */
const SILENT = 2

/** A Redis that hangs keeps its connections open, so they do not show it. */
export interface RedisProbe {
  answers(): boolean
  close(): void
}

/** Pings twice a second; calls `changed` when Redis begins or stops to reply. */
export function probeRedis(redis: Redis, changed: (answers: boolean) => void): RedisProbe {
  let isAnswering = redis.isReady
  let isPinging = false
  let silent = 0
  const set = (answers: boolean) => {
    if (answers === isAnswering) return
    isAnswering = answers
    changed(answers)
  }
  const probe = async () => {
    isPinging = true
    silent = 0
    const answers = await redis.ping().then(
      () => true,
      () => false
    )
    isPinging = false
    set(answers)
  }
  const check = () => {
    if (!isPinging) void probe()
    else if (++silent >= SILENT) set(false)
  }
  const timer = setInterval(check, INTERVAL_MS).unref()
  return { answers: () => isAnswering && redis.isReady, close: () => clearInterval(timer) }
}

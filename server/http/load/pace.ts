import type { Readable, Writable } from 'node:stream'

/** Bytes a second of all connections to instances, half a gigabit line: more delays pages. */
export const BYTES_A_SECOND = 64 * 1024 * 1024
const TICK_MS = 5
const READ = 64 * 1024

/** A rate limit on the bytes of all connections of a process, so that pages stay fast. */
export interface Pace {
  /** Counts bytes. Returns true at the limit: call `wait` before reading on. */
  spend(bytes: number): boolean
  /** Calls back when the limit allows more, in order of arrival. */
  wait(goOn: () => void): void
}

export function createPace(rate: number): Pace {
  const room = (rate * TICK_MS) / 1000
  let spent = 0
  let since = 0
  const together = Math.max(1, Math.floor(room / READ))
  const waiting: (() => void)[] = []
  let ticking = false

  const settle = () => {
    const now = performance.now()
    spent = Math.max(0, spent - ((now - since) * rate) / 1000)
    since = now
  }

  const tick = () => {
    ticking = false
    settle()
    if (spent < room) {
      const some = waiting.splice(0, together)
      for (const goOn of some) goOn()
    }
    if (waiting.length > 0) later()
  }
  const later = () => {
    if (!ticking) setTimeout(tick, TICK_MS)
    ticking = true
  }

  return {
    spend(bytes) {
      settle()
      spent += bytes
      return spent >= room
    },
    wait(goOn) {
      waiting.push(goOn)
      later()
    }
  }
}

/** Makes a pipe keep to `pace`. Call it after pipe(), which would start reading too early. */
export function pacePipe(
  from: Readable,
  to: Pick<Writable, 'writableNeedDrain' | 'destroyed'>,
  pace: Pace
): void {
  let held = false
  /** The pipe wanted to resume while `pace` paused it. */
  let wanted = false
  from.on('data', (chunk: Buffer) => {
    if (held || !pace.spend(chunk.length)) return
    held = true
    wanted = false
    from.pause()
    pace.wait(() => {
      held = false
      if (wanted || to.destroyed || !to.writableNeedDrain) from.resume()
    })
  })
  from.on('resume', () => {
    if (!held) return
    wanted = true
    from.pause()
  })
}

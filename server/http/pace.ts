import type { Readable, Writable } from 'node:stream'

/** What all connections to instances of a process carry together, half a gigabit line: more takes the loop from pages. */
export const BYTES_A_SECOND = 64 * 1024 * 1024
/** Milliseconds after which some of those who wait may go on, if what was spent before is paid for. */
const TICK_MS = 5
/** Bytes that a connection reads at a time at most: only so many go on together as have room, or pages would wait for all. */
const READ = 64 * 1024

/** Bounds what all connections of a process carry together, so that pages are answered while they run full. */
export interface Pace {
  /** Counts bytes that were carried. True when there is no room for more at the moment: then `wait` before reading on. */
  spend(bytes: number): boolean
  /** Calls back when there is room again, those first who have waited longest. */
  wait(goOn: () => void): void
}

/** `rate`: bytes a second. */
export function createPace(rate: number): Pace {
  const room = (rate * TICK_MS) / 1000
  let spent = 0
  let since = 0
  const together = Math.max(1, Math.floor(room / READ))
  const waiting: (() => void)[] = []
  let ticking = false

  /** What was spent is paid for by the time that has passed. */
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

/** Has what is piped from one to the other keep to `pace`. Called once it is piped, or reading would begin too early. */
export function pacePipe(
  from: Readable,
  to: Pick<Writable, 'writableNeedDrain' | 'destroyed'>,
  pace: Pace
): void {
  let held = false
  /** The pipe wanted to go on while it was held. */
  let wanted = false
  from.on('data', (chunk: Buffer) => {
    if (held || !pace.spend(chunk.length)) return
    held = true
    wanted = false
    from.pause()
    pace.wait(() => {
      held = false
      // Otherwise the pipe goes on when the other side has room.
      if (wanted || to.destroyed || !to.writableNeedDrain) from.resume()
    })
  })
  from.on('resume', () => {
    if (!held) return
    wanted = true
    from.pause()
  })
}

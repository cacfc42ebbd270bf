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

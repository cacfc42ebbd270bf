/** Least time between two wake-ups of a game while somebody waits for a verdict, in milliseconds. */
const AWAITED_MS = 3
/** The same while nobody waits: more verdicts share a transaction of the judge, so that each costs less. */
const PACE_MS = 25

/** When scoring is woken for a game whose flags pour in: at once for the first, then in steps. */
export interface WakeThrottle {
  /** Something was stored: scoring is woken for it, 25 ms after the last wake-up at the earliest. */
  stored(gameId: number): void
  /** Somebody waits for the verdict of what was stored before: 3 ms after the last wake-up are enough. */
  awaited(gameId: number): void
}

/** A game that was woken a moment ago. */
interface Recent {
  /** When, on the monotonic clock. */
  at: number
  /** Something was stored since. */
  pending: boolean
  timer: NodeJS.Timeout
}

export function throttleWakes(wake: (gameId: number) => void): WakeThrottle {
  const recent = new Map<number, Recent>()

  const wakeNow = (gameId: number) => {
    wake(gameId)
    recent.set(gameId, { at: performance.now(), pending: false, timer: later(gameId, PACE_MS) })
  }
  const later = (gameId: number, ms: number) =>
    setTimeout(() => {
      if (recent.get(gameId)?.pending) wakeNow(gameId)
      else recent.delete(gameId)
    }, ms)

  return {
    stored(gameId) {
      const game = recent.get(gameId)
      if (game) game.pending = true
      else wakeNow(gameId)
    },

    awaited(gameId) {
      const game = recent.get(gameId)
      if (!game?.pending) return
      clearTimeout(game.timer)
      const wait = game.at + AWAITED_MS - performance.now()
      if (wait > 0) game.timer = later(gameId, wait)
      else wakeNow(gameId)
    }
  }
}

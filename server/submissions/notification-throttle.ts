/** Milliseconds between two notifications of a game while somebody waits for a verdict. */
const AWAITED_MS = 3
/** The pause while nobody waits for a verdict: more verdicts share a transaction of the judge. */
const PACE_MS = 25

/** Limits notifications of a game: at once for the first flag of a burst, then in steps. */
export interface NotificationThrottle {
  /** A row was stored: notifies 25 ms after the last notification at the earliest. */
  stored(gameId: number): void
  /** Somebody waits for a stored row: notifies 3 ms after the last notification at the earliest. */
  awaited(gameId: number): void
}

interface Recent {
  at: number
  pending: boolean
  timer: NodeJS.Timeout
}

/** The first flag of a game notifies at once; those that follow are told together. */
export function throttleNotifications(notify: (gameId: number) => void): NotificationThrottle {
  const recent = new Map<number, Recent>()

  const notifyNow = (gameId: number) => {
    notify(gameId)
    recent.set(gameId, { at: performance.now(), pending: false, timer: later(gameId, PACE_MS) })
  }
  const later = (gameId: number, ms: number) =>
    setTimeout(() => {
      if (recent.get(gameId)?.pending) notifyNow(gameId)
      else recent.delete(gameId)
    }, ms)

  return {
    stored(gameId) {
      const game = recent.get(gameId)
      if (game) game.pending = true
      else notifyNow(gameId)
    },

    awaited(gameId) {
      const game = recent.get(gameId)
      if (!game?.pending) return
      clearTimeout(game.timer)
      const wait = game.at + AWAITED_MS - performance.now()
      if (wait > 0) game.timer = later(gameId, wait)
      else notifyNow(gameId)
    }
  }
}

/** The judge takes what came meanwhile in one transaction anyway; each verdict waits for half of it. */
const PAUSE_MS = 3

/**
 * Wakes scoring for a game at once, then at most every 3 ms while its flags pour in. What is stored after a wake-up
 * always gets another one, 3 ms later at most.
 */
export function throttleWakes(wake: (gameId: number) => void): (gameId: number) => void {
  /** Games woken a moment ago; whether something was stored since. */
  const recent = new Map<number, boolean>()
  const wakeNow = (gameId: number) => {
    wake(gameId)
    recent.set(gameId, false)
    setTimeout(() => {
      if (recent.get(gameId)) wakeNow(gameId)
      else recent.delete(gameId)
    }, PAUSE_MS)
  }
  return (gameId) => {
    if (recent.has(gameId)) recent.set(gameId, true)
    else wakeNow(gameId)
  }
}

import type { GameTimesHint } from '~/scoring/gateway/contract'
import type { GamePause } from '~/server/games/constants'

/** Longest wait before the page is asked for again, in milliseconds: everybody is told in the same moment. */
const SPREAD = 3000

let leaving = false

/**
 * Attribute of what is drawn from the times of a game: when they move, the page is another one.
 * @param pause the last pause; null before the first
 */
export const gameTimes = (game: number, start: number, end: number, pause: GamePause | null) => ({
  'data-game-times': `${game} ${start} ${end} ${pause ? Date.parse(pause.until) : 0}`
})

/** Asks for the page again when it shows other times of the game. */
export function followTimes({ game, start, end, pausedUntil }: GameTimesHint): void {
  const drawn = [...document.querySelectorAll<HTMLElement>(`[data-game-times^="${game} "]`)]
  const now = `${game} ${start} ${end} ${pausedUntil}`
  if (leaving || drawn.every((one) => one.dataset.gameTimes === now)) return
  leaving = true
  setTimeout(() => location.reload(), Math.random() * SPREAD)
}

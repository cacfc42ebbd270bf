import type { GameTimesHint } from '~/scoring/gateway/contract'

/** Longest wait before the page is asked for again, in milliseconds: everybody is told in the same moment. */
const SPREAD = 3000

let leaving = false

/** Attribute of what is drawn from the times of a game: when they move, the page is another one. */
export const gameTimes = (game: number, start: number, end: number) => ({
  'data-game-times': `${game} ${start} ${end}`
})

/** Asks for the page again when it shows other times of the game. */
export function followTimes({ game, start, end }: GameTimesHint): void {
  const drawn = [...document.querySelectorAll<HTMLElement>(`[data-game-times^="${game} "]`)]
  const now = `${game} ${start} ${end}`
  if (leaving || drawn.every((one) => one.dataset.gameTimes === now)) return
  leaving = true
  setTimeout(() => location.reload(), Math.random() * SPREAD)
}

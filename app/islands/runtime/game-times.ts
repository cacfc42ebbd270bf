import type { GameTimesHint } from '~/scoring/gateway/contract'
import type { GamePause } from '~/server/games/constants'

/** Longest wait before a reload, in milliseconds: all clients are notified at once. */
const SPREAD = 3000

let leaving = false

/** Attribute of elements drawn from a game's times. `pause`: the last one; null before the first. */
export const gameTimes = (game: number, start: number, end: number, pause: GamePause | null) => ({
  'data-game-times': `${game} ${start} ${end} ${pause ? Date.parse(pause.until) : 0}`
})

export function followTimes({ game, start, end, pausedUntil }: GameTimesHint): void {
  const drawn = [...document.querySelectorAll<HTMLElement>(`[data-game-times^="${game} "]`)]
  const now = `${game} ${start} ${end} ${pausedUntil}`
  if (leaving || drawn.every((one) => one.dataset.gameTimes === now)) return
  leaving = true
  setTimeout(() => location.reload(), Math.random() * SPREAD)
}

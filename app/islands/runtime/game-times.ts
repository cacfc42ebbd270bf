import type { GameTimesHint, StandingHint } from '~/scoring/gateway/contract'
import type { GamePause } from '~/server/games/constants'
import type { GameEnds } from '~/server/games/contract'

/** Longest wait before a reload, in milliseconds: all clients are notified at once. */
const SPREAD = 3000

let leaving = false

interface Times {
  start: number
  /** The end for the last team. */
  end: number
  /** The last one; null before the first. */
  pause: GamePause | null
  /** When the board freezes or froze, until the reveal; null without a freeze. */
  freeze?: number | null
}

/** Attributes of elements drawn from a game's times. `ends`: where those of divisions and the freeze are drawn, too; `own`: the team's. */
export const gameTimes = (
  game: number,
  { start, end, pause, freeze }: Times,
  ends?: GameEnds,
  own?: number
) => ({
  'data-game-times': `${game} ${start} ${end} ${pause ? Date.parse(pause.until) : 0}`,
  'data-game-ends':
    ends && [...[ends.regular, ...ends.later.map((one) => one.end)].map(Date.parse), freeze ?? 0].join(),
  'data-own-end': own
})

/** Soon loads the page again if the times drawn on it are no longer those of the hint. */
export function followTimes({ game, start, end, ends, pausedUntil, freeze }: GameTimesHint): void {
  const drawn = [...document.querySelectorAll<HTMLElement>(`[data-game-times^="${game} "]`)]
  const now = `${game} ${start} ${end} ${pausedUntil}`
  const others = [...ends, freeze].join()
  const isSame = ({ dataset }: HTMLElement) =>
    dataset.gameTimes === now && (dataset.gameEnds ?? others) === others
  if (!drawn.every(isSame)) leave()
}

/** The end of the reader's team moved, by extra time or with its division. */
export function followOwnEnd({ game, end }: Pick<StandingHint, 'game' | 'end'>): void {
  const drawn = [...document.querySelectorAll<HTMLElement>(`[data-game-times^="${game} "][data-own-end]`)]
  if (end !== null && drawn.some(({ dataset }) => dataset.ownEnd !== String(end))) leave()
}

function leave() {
  if (leaving) return
  leaving = true
  setTimeout(() => location.reload(), Math.random() * SPREAD)
}

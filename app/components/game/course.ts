import type { Step } from './board-steps'

/** Points after `time`, both in the unit of the steps. */
export const gainedSince = (steps: readonly Step[], time: number): number =>
  steps.reduce((sum, [at, points]) => (at > time ? sum + points : sum), 0)

export const WIDTH = 96
export const HEIGHT = 20

export interface Scale {
  /** Unix milliseconds at the left edge, `now` at the right edge. */
  start: number
  now: number
  best: number
}

/** An SVG path of the score from `start` to `now`, as high as `best`. */
export function scorePath(steps: readonly Step[], { start, now, best }: Scale): string {
  const x = (at: number) =>
    Math.round(Math.min(1, Math.max(0, (at - start) / Math.max(1, now - start))) * WIDTH * 10) / 10
  const y = (score: number) => Math.round((1 - Math.min(1, Math.max(0, score / best))) * HEIGHT * 10) / 10
  let score = 0
  const lines = steps.map(([at, points]) => {
    score += points
    return `H${x(at)}V${y(score)}`
  })
  return `M0 ${y(0)}${lines.join('')}H${WIDTH}`
}

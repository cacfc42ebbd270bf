import type { Step } from './board-steps'

/** Points that came after a time. */
export const gainedSince = (steps: readonly Step[], time: number): number =>
  steps.reduce((sum, [at, points]) => (at > time ? sum + points : sum), 0)

/** Of the drawing, in its own units. */
export const WIDTH = 96
export const HEIGHT = 20

interface Scale {
  /** Unix milliseconds of the left edge. */
  start: number
  /** And of the right one. */
  now: number
  /** Points at the upper edge. */
  best: number
}

/** The score over time as the path of an SVG, level between two steps. */
export function courseOf(steps: readonly Step[], { start, now, best }: Scale): string {
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

import { type BoardItem, fromWire } from '~/scoring/rules'

const WIDTH = 100
const HEIGHT = 36
const TOP = 2

/** SVG path (100 × 36) of the own score from the start of the game to `now`. */
export function sparkline(own: BoardItem, start: number, now: number): string {
  const steps = [
    ...own.solvedChallenges.map(({ time, score }) => ({ at: fromWire(time), points: score })),
    ...own.adjustments.map(({ time, points }) => ({ at: fromWire(time), points }))
  ].sort((a, b) => a.at - b.at)
  let total = 0
  const totals = steps.map(({ at, points }) => {
    total += points
    return { at, total }
  })
  const most = Math.max(1, ...totals.map((step) => step.total))
  const span = Math.max(1, now - start)
  const x = (at: number) => round((WIDTH * Math.min(span, Math.max(0, at - start))) / span)
  const y = (score: number) => round(HEIGHT - ((HEIGHT - TOP) * Math.max(0, score)) / most)
  const line = totals.map((step) => `H${x(step.at)}V${y(step.total)}`).join('')
  return `M0 ${HEIGHT}${line}H${WIDTH}`
}

const round = (value: number) => Math.round(value * 10) / 10

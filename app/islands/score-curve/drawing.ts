import { challengeValue, leastValue } from '~/scoring/rules/curve'

export interface CurveFields {
  originalScore: string
  /** Percent. */
  minScoreRate: string
  difficulty: string
}

export interface Curve {
  score: number
  minRate: number
  difficulty: number
  /** Values of a scoring function; absent without one. */
  values?: readonly number[]
}

/** Null while a field holds no valid number. */
export function readCurve({ originalScore, minScoreRate, difficulty }: CurveFields): Curve | null {
  const [score, rate, slope] = [originalScore, minScoreRate, difficulty].map((text) =>
    /^\s*\d+([.,]\d+)?\s*$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
  ) as [number, number, number]
  if (!(Number.isInteger(score) && rate <= 100 && slope > 0)) return null
  return { score, minRate: rate / 100, difficulty: slope }
}

const SAMPLES = 100

interface Drawing {
  last: number
  path: string
  now: { value: number; x: number; y: number }
  least: { value: number; y: number }
  ticks: { solves: number; x: number }[]
}

/** Draws at least to the present solves, at most to six times the difficulty (docs/rules/interface.md#score-curve). */
export function draw(curve: Curve, solves: number): Drawing {
  const last = Math.max(10, solves, Math.min(10_000, Math.ceil(6 * curve.difficulty)))
  const x = (count: number) => ((count - 1) / (last - 1)) * 1000
  const top = curve.values ? Math.max(...curve.values) : curve.score
  const y = (value: number) => (top === 0 ? 1000 : (1 - value / top) * 1000)
  const samples = Array.from({ length: SAMPLES }, (_, index) => 1 + (index / (SAMPLES - 1)) * (last - 1))
  const point = (count: number) =>
    `${x(count).toFixed(1)} ${y(challengeValue(curve, curve.values ? Math.round(count) : count)).toFixed(1)}`
  const value = challengeValue(curve, solves)
  const least = leastValue(curve)
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(1 + share * (last - 1)))
  return {
    last,
    path: `M${samples.map(point).join('L')}`,
    now: { value, x: x(Math.max(1, solves)), y: y(value) },
    least: { value: least, y: y(least) },
    ticks: ticks.map((count) => ({ solves: count, x: x(count) }))
  }
}

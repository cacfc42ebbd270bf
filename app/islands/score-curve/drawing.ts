import { challengeValue, leastValue } from '~/scoring/rules/curve'
import { functionValues, isScoringFunction } from '~/scoring/rules/functions'

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
  /** Values of a scoring function; absent for the standard curve. */
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

/** What the challenge has: the name of its scoring function, and the values that it gave when the points were saved. */
export interface Saved {
  scoring: string
  values: readonly number[]
}

/**
 * The curve of the fields by this function, blank for the standard one. A plug-in is asked only when the points are saved, so
 * its values are those that were saved, and null where it is chosen anew.
 */
export function chosenCurve(fields: CurveFields, scoring: string, saved: Saved | null): Curve | null {
  const curve = readCurve(fields)
  if (!curve || scoring === '') return curve
  if (isScoringFunction(scoring)) return { ...curve, values: functionValues(scoring, curve) }
  return saved?.scoring === scoring ? { ...curve, values: saved.values } : null
}

const SAMPLES = 100

interface Drawing {
  last: number
  path: string
  now: { value: number; x: number; y: number }
  least: { value: number; y: number }
  ticks: { solves: number; x: number }[]
}

/** Draws to the present solves and to where the value hardly falls any more (docs/rules/interface.md#score-curve). */
export function draw(curve: Curve, solves: number): Drawing {
  const settled = curve.values ? 1.25 * curve.values.length : Math.min(10_000, 6 * curve.difficulty)
  const last = Math.max(10, solves, Math.ceil(settled))
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

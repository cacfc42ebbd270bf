import { DEFAULT_CURVE, type ScoringFunction } from '~/scoring/rules'
import type { Line } from '../contract'
import type { Definition } from '../definition'
import { reportLine } from '../report-lines'
import { pointsOf } from './common'

interface PlannedCurve {
  originalScore: number
  minScoreRate: number
  difficulty: number
  /** Absent = as it is; of a new challenge the standard curve. */
  scoring?: ScoringFunction | null
}

const constant = (value: number): PlannedCurve => ({
  originalScore: pointsOf(value),
  minScoreRate: 1,
  difficulty: DEFAULT_CURVE.difficulty
})

/** Of `extra.function`, for platforms whose value falls as ours does. */
export const EXPONENTIAL = 'exponential'

const inRange = (difficulty: number) => Math.min(Math.max(difficulty, 0.01), 100_000)

/** The share whose product, rounded down, is the minimum. */
function rateOf(minimum: number, initial: number): number {
  const rate = initial > 0 ? Math.min(Math.max(minimum / initial, 0), 1) : 1
  return Math.floor(rate * initial) < Math.min(minimum, initial) ? Math.min(rate + 1e-9, 1) : rate
}

/**
 * CTFd's value falls along a parabola to `minimum` after `decay` further solves, or along a line by `decay` with each
 * (docs/game-archives.md). `exponential` is ours, for platforms whose value has lost half after `decay` further solves.
 * @throws Refusal `bad_member`
 */
export function ctfdCurve(definition: Definition, notes: Line[]): PlannedCurve {
  const nested = typeof definition.value === 'object' ? definition.value : {}
  const value = typeof definition.value === 'number' ? definition.value : definition.points
  const initial = definition.extra?.initial ?? nested.initial ?? definition.initial ?? value
  if (initial === undefined) return platformCurve(definition, null, notes)
  const minimum = definition.extra?.minimum ?? nested.minimum ?? definition.minimum
  const decay = definition.extra?.decay ?? nested.decay ?? definition.decay
  const falls = definition.type?.toLowerCase() === 'dynamic' || minimum !== undefined
  if (!falls || minimum === undefined || decay === undefined || !(decay > 0) || minimum >= initial)
    return constant(falls ? initial : (value ?? initial))
  const kind = definition.extra?.function ?? nested.function ?? definition.function
  if (kind === EXPONENTIAL) return fallingCurve(initial, minimum, decay)
  if (kind === 'static') return { ...constant(initial), scoring: 'static' }
  return {
    originalScore: pointsOf(initial),
    minScoreRate: rateOf(pointsOf(minimum), pointsOf(initial)),
    difficulty: inRange(kind === 'linear' ? (initial - minimum) / decay : decay),
    scoring: kind === 'linear' ? 'linear' : 'logarithmic'
  }
}

/** From `initial` towards `minimum`, half of the way after `half` further solves. @throws Refusal `bad_member` */
export function fallingCurve(initial: number, minimum: number, half: number): PlannedCurve {
  if (minimum >= initial) return constant(initial)
  const difficulty = inRange(half / Math.LN2)
  return {
    originalScore: pointsOf(initial),
    minScoreRate: rateOf(pointsOf(minimum), pointsOf(initial)),
    difficulty: Math.round(difficulty * 1000) / 1000
  }
}

/** Layouts without a curve: ours from the given value, or from `theirs`; without both the default, with a note. */
export function platformCurve(definition: Definition, theirs: number | null, notes: Line[]): PlannedCurve {
  const value = (typeof definition.value === 'number' ? definition.value : definition.points) ?? theirs
  if (value === null) notes.push(reportLine('no_value', { value: DEFAULT_CURVE.score }))
  const difficulty = Number(definition.difficulty)
  const points = pointsOf(value ?? DEFAULT_CURVE.score)
  // A challenge of a point or two would fall to 0.
  const rate = points > 0 && points * DEFAULT_CURVE.minRate < 1 ? 1 : DEFAULT_CURVE.minRate
  return {
    originalScore: points,
    minScoreRate: definition.minScoreRate ?? rate,
    difficulty: difficulty > 0 ? difficulty : DEFAULT_CURVE.difficulty
  }
}

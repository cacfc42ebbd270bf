/** Signals that two teams share. */
export interface Common {
  matches: number
  /** Decoys of one that the other sent. */
  decoys: number
  /** Instances of one whose entry a member of the other used. */
  entries: number
  /** Challenges solved shortly after each other. */
  close: number
  /** Times that both went from a challenge to the same next one, soon after each other. */
  steps: number
  sameAddress: boolean
}

/** Least number of challenges solved shortly after each other that is a signal. */
export const MIN_CLOSE = 3
const MORE_CLOSE = 5
const MAX_CLOSE = 8
const STRONGEST = 4
/** Least number of equal steps that is a signal. */
export const MIN_STEPS = 4
const MORE_STEPS = 7

function ofClose(close: number): number {
  if (close >= MAX_CLOSE) return 3
  if (close >= MORE_CLOSE) return 2
  return close >= MIN_CLOSE ? 1 : 0
}

const ofSteps = (steps: number): number => (steps >= MORE_STEPS ? 2 : steps >= MIN_STEPS ? 1 : 0)

/** The strength of copied things: flags, decoys and entries of the other team. */
const ofCopies = (copies: number): number => (copies === 0 ? 0 : copies >= 3 ? 3 : 2)

/**
 * How much two teams have in common, 1 to 4; 0 when it is no signal. An address alone is none: halls and networks have one
 * for many (docs/rules/signals.md#strength).
 */
export function strengthOf({ matches, decoys, entries, close, steps, sameAddress }: Common): number {
  const found = ofCopies(matches + decoys + entries) + Math.max(ofClose(close), ofSteps(steps))
  return found === 0 ? 0 : Math.min(STRONGEST, found + (sameAddress ? 1 : 0))
}

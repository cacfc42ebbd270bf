/** What two teams have in common. */
export interface Common {
  matches: number
  /** Challenges solved shortly after each other. */
  close: number
  sameAddress: boolean
}

/** So many challenges solved shortly after each other are a signal. */
export const LEAST_CLOSE = 3
const MORE_CLOSE = 5
const MOST_CLOSE = 8
const STRONGEST = 4

function ofClose(close: number): number {
  if (close >= MOST_CLOSE) return 3
  if (close >= MORE_CLOSE) return 2
  return close >= LEAST_CLOSE ? 1 : 0
}

const ofMatches = (matches: number): number => (matches === 0 ? 0 : matches >= 3 ? 3 : 2)

/**
 * How much two teams have in common, 1 to 4; 0 when it is no signal. An address alone is none: halls and networks have one
 * for many (docs/rules/signals.md#strength).
 */
export function strengthOf({ matches, close, sameAddress }: Common): number {
  const found = ofMatches(matches) + ofClose(close)
  return found === 0 ? 0 : Math.min(STRONGEST, found + (sameAddress ? 1 : 0))
}

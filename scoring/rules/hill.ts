import type { Award as AwardPayload } from '~/server/ledger/contract'
import type { Adjustment } from './contract'
import type { Award, Hill } from './state'
import { fromWire } from './time'

/** Milliseconds whose awards for one challenge are one of the board (docs/rules/awards.md#on-the-board). */
const TOGETHER_MS = 600_000

export const hillOf = ({ why }: Pick<Award, 'why'>): Hill | null => (typeof why === 'object' ? why : null)

/** The `why` of an entry's award. */
export const whyOf = ({ reason, hint, hill }: AwardPayload): Award['why'] =>
  hint ? 1 : hill ? { hill: hill.challenge ?? 0, times: 1 } : reason

/**
 * Adds an award of a service to one for the same challenge and the same `span` of the clock, whose time becomes `at`.
 * @returns false when there is none
 */
function join(awards: Award[], award: Award, span: number, at?: number): boolean {
  const given = hillOf(award)
  const slot = Math.floor(award.at / span)
  const place = awards.findLastIndex(
    (one) => hillOf(one)?.hill === given?.hill && Math.floor(one.at / span) === slot
  )
  const known = awards[place]
  if (!given || !known) return false
  const why = { hill: given.hill, times: hillOf(known)!.times + given.times }
  awards[place] = { at: at ?? known.at, points: known.points + award.points, why }
  return true
}

/** Adds an award of a service to that of the same ten minutes and challenge. @returns false when there is none */
export const joinHill = (awards: Award[], award: Award): boolean => join(awards, award, TOGETHER_MS)

/** For lists that people read: all awards of a service for a challenge as one, at the time of the last. */
export function collapsedAwards(awards: readonly Award[]): Award[] {
  const all: Award[] = []
  for (const award of awards) if (!join(all, award, Number.POSITIVE_INFINITY, award.at)) all.push(award)
  return all
}

/** How many awards a team got; grows with each. */
export const countAwards = (awards: readonly Award[]): number =>
  awards.reduce((count, award) => count + (hillOf(award)?.times ?? 1), 0)

/** The award that a board's view shows. */
export const awardOf = ({ time, points, kind, reason, challengeId = 0, times }: Adjustment): Award => ({
  at: fromWire(time),
  points,
  why: kind === 'hint' ? 1 : times ? { hill: challengeId, times } : (reason ?? undefined)
})

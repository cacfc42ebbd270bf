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

const added = (one: Award, { points }: Award, times: number): Award => ({
  at: one.at,
  points: one.points + points,
  why: { hill: hillOf(one)!.hill, times: hillOf(one)!.times + times }
})

/** Adds an award of a service to the one of the same ten minutes and challenge. @returns false when there is none */
export function joinHill(awards: Award[], award: Award): boolean {
  const given = hillOf(award)
  if (!given) return false
  const from = Math.floor(award.at / TOGETHER_MS) * TOGETHER_MS
  for (let place = awards.length - 1; place >= 0 && awards[place]!.at >= from; place--) {
    const known = awards[place] as Award
    if (hillOf(known)?.hill !== given.hill || known.at >= from + TOGETHER_MS) continue
    awards[place] = added(known, award, given.times)
    return true
  }
  return false
}

/** For lists that people read: all awards of a service for a challenge as one, at the time of the last. */
export function collapsedAwards(awards: readonly Award[]): Award[] {
  const hills = new Map<number, Award>()
  const others: Award[] = []
  for (const award of awards) {
    const given = hillOf(award)
    const known = given && hills.get(given.hill)
    if (!given) others.push(award)
    else hills.set(given.hill, known ? { ...added(known, award, given.times), at: award.at } : award)
  }
  return [...others, ...hills.values()].sort((a, b) => a.at - b.at)
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

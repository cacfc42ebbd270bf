import {
  type Award,
  adjustmentView,
  awardOf,
  collapsedAwards,
  hillOf,
  type Scoreboard
} from '~/scoring/rules'
import type { Entry } from './props'

type Adjustment = Scoreboard['items'][number]['adjustments'][number]

/** Points beside solves, those of a service once for each challenge that they are for. `challengeOf`: undefined off the board. */
export const awardEntries = (
  awards: readonly Award[],
  challengeOf: (id: number) => { title: string; category: string } | undefined
): Entry[] =>
  collapsedAwards(awards).map(({ at, points, why }) => {
    const hill = hillOf({ why })
    const { title = null, category = '' } = (hill && challengeOf(hill.hill)) ?? {}
    const reason = typeof why === 'object' ? undefined : why
    return { at, points, title, category, place: 0, solver: null, why: reason, times: hill?.times }
  })

/** The same of the stored board. */
export const adjustmentEntries = (
  adjustments: readonly Adjustment[],
  challengeOf: Parameters<typeof awardEntries>[1]
): Entry[] => awardEntries(adjustments.map(awardOf), challengeOf)

/** Oldest first, those of a service once for each challenge. */
export const collapsedAdjustments = (adjustments: readonly Adjustment[]): Adjustment[] =>
  collapsedAwards(adjustments.map(awardOf)).map((award) => adjustmentView(award, { reasons: true }))

import type { BoardChallenge } from '~/scoring/rules'
import { byCategory, categoryName, type ShownCategory, shownCategory } from '~/server/categories/constants'
import type { FoundChallenges } from '../props'
import type { Query, Sort } from '../query'

/** A category in the address of the page; null for all of them. */
export const keyOf = ({ category }: Pick<Count, 'category'>) =>
  category && categoryName(category).toLowerCase()

export type Won = ReadonlyMap<number, number>

export interface Count {
  category: ShownCategory | null
  solved: number
  total: number
}

export interface Section extends Count {
  challenges: BoardChallenge[]
  won: number
  open: number
}

/**
 * `category` null counts all; the others are the thirteen, then the game's own
 * (docs/rules/interface.md#board-of-challenges).
 */
export function countsOf(challenges: readonly BoardChallenge[], won: Won): Count[] {
  const count = (category: ShownCategory | null, all: readonly BoardChallenge[]): Count => ({
    category,
    total: all.length,
    solved: all.filter(({ id }) => won.has(id)).length
  })
  return [count(null, challenges), ...byCategory(challenges, shownCategory).map((group) => count(...group))]
}

const ORDERS: Record<Exclude<Sort, 'category'>, (a: BoardChallenge, b: BoardChallenge) => number> = {
  score: (a, b) => b.score - a.score || b.originalScore - a.originalScore,
  solves: (a, b) => b.solved - a.solved || a.score - b.score
}

/** Cards of a query: grouped by category, or one group by points or solves. Empty groups are dropped. */
export function sectionsOf(
  challenges: readonly BoardChallenge[],
  won: Won,
  query: Query,
  found: FoundChallenges | null
): Section[] {
  const wanted = query.search.toLocaleLowerCase()
  // Digits match points too: present value, points won, or original value.
  const points = /^\d{1,7}$/.test(wanted) ? Number(wanted) : null
  const worth = ({ id, score, originalScore }: BoardChallenge) =>
    points !== null && [score, won.get(id), originalScore].includes(points)
  const texts = new Set(found?.search === query.search ? found.texts : [])
  const shown = query.show === found?.show ? new Set(found.shown) : null
  const isShown = (id: number) => {
    if (query.show === 'solved') return won.has(id)
    if (query.hideSolved && won.has(id)) return false
    if (query.show === 'all' || !shown) return true
    // The team may have solved it since the server's reply.
    return shown.has(id) && !(query.show === 'tried' && won.has(id))
  }
  const matches = (challenge: BoardChallenge) => {
    const { id, title, labels } = challenge
    if (!isShown(id)) return false
    return (
      !wanted ||
      texts.has(id) ||
      `${title}\n${categoryName(shownCategory(challenge))}\n#${[labels?.level, ...(labels?.tags ?? [])].join('\n#')}`
        .toLocaleLowerCase()
        .includes(wanted) ||
      worth(challenge)
    )
  }
  /** The head counts the whole group, whatever the filter hides. */
  const section = (category: ShownCategory | null, all: BoardChallenge[]): Section => {
    const solved = all.filter(({ id }) => won.has(id))
    return {
      category,
      challenges: all.filter(matches),
      total: all.length,
      solved: solved.length,
      won: solved.reduce((sum, { id }) => sum + won.get(id)!, 0),
      open: all.reduce((sum, { id, score }) => sum + (won.has(id) ? 0 : score), 0)
    }
  }
  const all = byCategory(challenges, shownCategory)
  const chosen = all.filter(([category]) => keyOf({ category }) === query.category)
  // A name that no challenge has counts as absent, as that of a category that was renamed.
  const wished = chosen.length > 0 ? chosen : all
  const groups =
    query.sort === 'category'
      ? wished.map((group) => section(...group))
      : [section(null, wished.flatMap(([, group]) => group).sort(ORDERS[query.sort]))]
  return groups.filter((group) => group.challenges.length > 0)
}

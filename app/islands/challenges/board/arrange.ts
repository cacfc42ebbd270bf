import type { BoardChallenge } from '~/scoring/rules'
import { CHALLENGE_CATEGORIES } from '~/server/challenges/constants'
import type { FoundChallenges } from '../props'
import type { Query, Sort } from '../query'

export type Won = ReadonlyMap<number, number>

export interface Count {
  category: string | null
  solved: number
  total: number
}

export interface Section extends Count {
  challenges: BoardChallenge[]
  won: number
  open: number
}

/**
 * `category` null counts all; the others are in the contract's order
 * (docs/rules/interface.md#board-of-challenges).
 */
export function countsOf(challenges: readonly BoardChallenge[], won: Won): Count[] {
  const count = (category: string | null): Count => {
    const own = category ? challenges.filter((one) => one.category === category) : challenges
    return { category, total: own.length, solved: own.filter(({ id }) => won.has(id)).length }
  }
  const present = CHALLENGE_CATEGORIES.filter((name) => challenges.some(({ category }) => category === name))
  return [count(null), ...present.map(count)]
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
    const { id, title, category, labels } = challenge
    if (!isShown(id)) return false
    return (
      !wanted ||
      texts.has(id) ||
      `${title}\n${category}\n#${[labels?.level, ...(labels?.tags ?? [])].join('\n#')}`
        .toLocaleLowerCase()
        .includes(wanted) ||
      worth(challenge)
    )
  }
  /** The head counts the whole group, whatever the filter hides. */
  const section = (category: string | null, all: BoardChallenge[]): Section => {
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
  const inCategory = (name: string) => challenges.filter(({ category }) => category === name)
  const groups =
    query.sort === 'category'
      ? (query.category ? [query.category] : CHALLENGE_CATEGORIES).map((name) =>
          section(name, inCategory(name))
        )
      : [
          section(
            null,
            (query.category ? inCategory(query.category) : [...challenges]).sort(ORDERS[query.sort])
          )
        ]
  return groups.filter((group) => group.challenges.length > 0)
}

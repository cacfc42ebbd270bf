import type { BoardChallenge } from '~/scoring/rules'
import { CHALLENGE_CATEGORIES } from '~/server/challenges/constants'
import type { Found } from '../props'
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

const grouped = new WeakMap<readonly BoardChallenge[], Map<string, BoardChallenge[]>>()

/** Kept with the list, which many readers share. */
function byCategory(challenges: readonly BoardChallenge[]): ReadonlyMap<string, readonly BoardChallenge[]> {
  const known = grouped.get(challenges)
  if (known) return known
  const groups = new Map<string, BoardChallenge[]>()
  for (const one of challenges) {
    const group = groups.get(one.category)
    if (group) group.push(one)
    else groups.set(one.category, [one])
  }
  grouped.set(challenges, groups)
  return groups
}

/**
 * `category` null counts all; the others are in the contract's order
 * (docs/rules/interface.md#board-of-challenges).
 */
export function countsOf(challenges: readonly BoardChallenge[], won: Won): Count[] {
  const count = (category: string | null, all: readonly BoardChallenge[]): Count => {
    const solved = all.reduce((sum, { id }) => sum + Number(won.has(id)), 0)
    return { category, total: all.length, solved }
  }
  const groups = byCategory(challenges)
  const present = CHALLENGE_CATEGORIES.flatMap((name) => {
    const all = groups.get(name)
    return all ? [count(name, all)] : []
  })
  return [count(null, challenges), ...present]
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
  found: Found | null
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
    // It may have been solved since the server's reply.
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
  const section = (category: string | null, all: readonly BoardChallenge[]): Section => {
    const sums = { total: all.length, solved: 0, won: 0, open: 0 }
    for (const { id, score } of all) {
      const points = won.get(id)
      if (points === undefined) sums.open += score
      else {
        sums.solved++
        sums.won += points
      }
    }
    return { category, challenges: all.filter(matches), ...sums }
  }
  const inCategory = (name: string) => byCategory(challenges).get(name) ?? []
  const groups =
    query.sort === 'category'
      ? (query.category ? [query.category] : CHALLENGE_CATEGORIES).map((name) =>
          section(name, inCategory(name))
        )
      : [
          section(
            null,
            [...(query.category ? inCategory(query.category) : challenges)].sort(ORDERS[query.sort])
          )
        ]
  return groups.filter((group) => group.challenges.length > 0)
}

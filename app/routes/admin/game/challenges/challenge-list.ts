import { matchesSearch } from '~/app/request/paging'
import { categoryName, shownCategory } from '~/server/categories/constants'
import type { ChallengeInfo } from '~/server/challenges/contract'
import { readSort } from '../../sort-query'

/** In the order of the tabs. `blocked`: enabled, and takes no flags. `scheduled`: disabled until its release. */
export const CHALLENGE_STATES = ['enabled', 'scheduled', 'blocked', 'disabled'] as const
export type ChallengeState = (typeof CHALLENGE_STATES)[number]

/** Columns by which the list can be sorted, in their order. */
export const CHALLENGE_ORDERS = ['challenge', 'solves', 'attempts', 'right', 'blood', 'value'] as const
export type ChallengeOrder = (typeof CHALLENGE_ORDERS)[number]

/** Null: by creation. */
export interface ChallengeSort {
  order: ChallengeOrder | null
  reversed: boolean
}

const KEYS: Record<ChallengeOrder, (one: ChallengeInfo) => string | number | null> = {
  challenge: ({ title }) => title,
  solves: ({ acceptedCount }) => acceptedCount,
  attempts: ({ attempts }) => attempts,
  right: rightShare,
  blood: ({ firstBlood }) => firstBlood && Date.parse(firstBlood.time),
  value: ({ score }) => score
}

/** Share of its attempts that solved it; null without any. Solves that staff gave have no attempt, hence the limit of 1. */
export function rightShare({ acceptedCount, attempts }: ChallengeInfo): number | null {
  return attempts === 0 ? null : Math.min(1, acceptedCount / attempts)
}

/** By default the challenge that was made first comes first. */
export function sortOf(requested: string | null): ChallengeSort {
  return readSort(requested, CHALLENGE_ORDERS) ?? { order: null, reversed: false }
}

/** Items without a value come last in both directions. */
function sorted(challenges: ChallengeInfo[], { order, reversed }: ChallengeSort): ChallengeInfo[] {
  if (order === null) return challenges
  const keyOf = KEYS[order]
  const sign = reversed ? -1 : 1
  return challenges.toSorted((a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    if (typeof one === 'string') return sign * one.localeCompare(String(other))
    return sign * (one - Number(other))
  })
}

export interface ChallengeFilter {
  q: string
  /** The name that is shown. */
  category: string | null
  state: ChallengeState | null
}

export function stateOf({ isEnabled, block, releaseAt }: ChallengeInfo): ChallengeState {
  if (isEnabled) return block ? 'blocked' : 'enabled'
  return releaseAt ? 'scheduled' : 'disabled'
}

/** Challenges that are released together, at Unix milliseconds. */
export interface Release {
  at: number
  challenges: number
}

/** Future releases by time. */
export function releasesOf(all: ChallengeInfo[]): Release[] {
  const counts = new Map<number, number>()
  for (const one of all) {
    if (stateOf(one) !== 'scheduled') continue
    const at = Date.parse(one.releaseAt!)
    counts.set(at, (counts.get(at) ?? 0) + 1)
  }
  return [...counts].map(([at, challenges]) => ({ at, challenges })).sort((a, b) => a.at - b.at)
}

/** Matching challenges and the available filters. An unknown category means all. */
export function challengeList(all: ChallengeInfo[], query: URLSearchParams) {
  const nameOf = (one: ChallengeInfo) => categoryName(shownCategory(one))
  const categories = [...new Set(all.map(nameOf))].sort()
  const filter: ChallengeFilter = {
    q: query.get('q') ?? '',
    category: categories.find((category) => category === query.get('category')) ?? null,
    state: CHALLENGE_STATES.find((state) => state === query.get('state')) ?? null
  }
  const fitting = all.filter(
    (one) =>
      matchesSearch(filter.q, one.title, String(one.id)) &&
      (filter.category === null || nameOf(one) === filter.category)
  )
  const counts = { enabled: 0, scheduled: 0, blocked: 0, disabled: 0 }
  for (const one of fitting) counts[stateOf(one)]++
  const challenges = fitting.filter((one) => filter.state === null || stateOf(one) === filter.state)
  const sort = sortOf(query.get('sort'))
  return { challenges: sorted(challenges, sort), sort, filter, categories, counts }
}

import { found } from '~/app/request/paging'
import type { ChallengeCategory, ChallengeInfo } from '~/server/challenges/contract'

export const CHALLENGE_STATES = ['enabled', 'disabled'] as const
export type ChallengeState = (typeof CHALLENGE_STATES)[number]

/** What the query of the list asks for; null = all. */
export interface ChallengeFilter {
  q: string
  category: ChallengeCategory | null
  state: ChallengeState | null
}

const stateOf = ({ isEnabled }: ChallengeInfo): ChallengeState => (isEnabled ? 'enabled' : 'disabled')

/** The challenges that fit, and what there is to choose from. A category that the game does not have asks for all. */
export function challengeList(all: ChallengeInfo[], query: URLSearchParams) {
  const categories = [...new Set(all.map(({ category }) => category))].sort()
  const filter: ChallengeFilter = {
    q: query.get('q') ?? '',
    category: categories.find((category) => category === query.get('category')) ?? null,
    state: CHALLENGE_STATES.find((state) => state === query.get('state')) ?? null
  }
  const fitting = all.filter(
    ({ id, title, category }) =>
      found(filter.q, title, String(id)) && (filter.category === null || category === filter.category)
  )
  const counts = { enabled: 0, disabled: 0 }
  for (const one of fitting) counts[stateOf(one)]++
  const challenges = fitting.filter((one) => filter.state === null || stateOf(one) === filter.state)
  return { challenges, filter, categories, counts }
}

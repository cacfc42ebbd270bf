import { readSearch } from '~/app/request/paging'
import { END_REASONS, INSTANCE_STATES, INSTANCE_TABS, type InstanceFilter } from '~/server/instances/contract'
import { idParam } from '~/server/platform/wire'

/** Orphans are no instances, but have a tab. */
export const TABS = ['running', 'queue', 'stuck', 'orphans', 'ended'] as const
export type Tab = (typeof TABS)[number]

export const RUNNING_STATES = ['ready', 'starting', 'unhealthy', 'stopping'] as const

export const tabOf = (query: URLSearchParams): Tab =>
  TABS.find((tab) => tab === query.get('tab')) ?? 'running'

const idIn = (query: URLSearchParams, name: string) => idParam.safeParse(query.get(name) ?? '').data ?? null

/** Filter of the address; invalid values, and those of other tabs, are ignored. */
export function filterOf(query: URLSearchParams): InstanceFilter {
  const tab = INSTANCE_TABS.find((one) => one === tabOf(query)) ?? 'running'
  const game = idIn(query, 'game')
  const state = INSTANCE_STATES.find((one) => one === query.get('state')) ?? null
  const reason = END_REASONS.find((one) => one === query.get('reason')) ?? null
  return {
    tab,
    search: readSearch(query),
    game,
    challenge: idIn(query, 'challenge'),
    state: tab === 'running' ? state : null,
    reason: tab === 'ended' ? reason : null
  }
}

export const narrows = ({ search, game, challenge, state, reason }: InstanceFilter) =>
  search.trim() !== '' || game !== null || challenge !== null || state !== null || reason !== null

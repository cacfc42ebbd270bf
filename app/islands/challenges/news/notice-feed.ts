import { BLOODS, type FeedNotice } from '~/app/islands/news/notice'
import type { NoticeView } from '~/server/notices/contract'
import type { Tab } from '../query'

export const MAX_NOTICES = 300

const TYPES: Record<Exclude<Tab, 'all'>, readonly NoticeView['type'][]> = {
  game: ['Normal'],
  events: BLOODS,
  challenge: ['NewChallenge', 'NewHint']
}

/** Notices of a tab (docs/rules/interface.md#notices-panel). */
export const noticesIn = (notices: readonly FeedNotice[], tab: Tab): readonly FeedNotice[] =>
  tab === 'all' ? notices : notices.filter(({ type }) => TYPES[tab].includes(type))

/** Both lists, each notice once, newest first. An edited notice replaces its older version. */
export function merged(known: readonly FeedNotice[], news: readonly FeedNotice[]): FeedNotice[] {
  const byId = new Map([...known, ...news].map((notice) => [notice.id, notice]))
  return [...byId.values()]
    .sort((a, b) => Date.parse(b.time) - Date.parse(a.time) || b.id - a.id)
    .slice(0, MAX_NOTICES)
}

/** Id of the newest notice; 0 without one. */
export const newestOf = (notices: readonly FeedNotice[]): number =>
  notices.reduce((newest, { id }) => Math.max(newest, id), 0)

/** Ids above the one read last. */
export const unreadIn = (notices: readonly FeedNotice[], read: number): ReadonlySet<number> =>
  new Set(notices.flatMap(({ id }) => (id > read ? [id] : [])))

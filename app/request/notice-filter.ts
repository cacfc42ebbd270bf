import { BLOODS, type FeedNotice } from '~/app/islands/news/notice'

/** Filters of the list: all, solves of the reader's team, texts and releases of the organisers, or bloods. */
export const NOTICE_FILTERS = ['all', 'team', 'organisers', 'bloods'] as const
export type NoticeFilter = (typeof NOTICE_FILTERS)[number]

export interface NoticeListQuery {
  kind: NoticeFilter
  /** All that are kept, instead of the newest. */
  older: boolean
}

/** Parses the query string; invalid values count as absent. */
export function readNoticeQuery(params: URLSearchParams): NoticeListQuery {
  return {
    kind: NOTICE_FILTERS.find((kind) => kind === params.get('n')) ?? 'all',
    older: params.get('older') === '1'
  }
}

export function noticesHref(gameId: number, { kind, older }: NoticeListQuery): string {
  const fields = new URLSearchParams([
    ...(kind === 'all' ? [] : [['n', kind]]),
    ...(older ? [['older', '1']] : [])
  ]).toString()
  return `/games/${gameId}/Notices${fields && `?${fields}`}`
}

/** Bloods alone, or all the others. */
export const filterNotices = (
  notices: readonly FeedNotice[],
  kind: Exclude<NoticeFilter, 'team'>
): readonly FeedNotice[] =>
  kind === 'all' ? notices : notices.filter(({ type }) => BLOODS.includes(type) === (kind === 'bloods'))

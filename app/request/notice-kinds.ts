import { BLOODS, type FeedNotice } from '~/app/islands/news/notice'

/** Filters of the list: all, solves of the reader's team, texts and releases of the organisers, or bloods. */
export const KINDS = ['all', 'team', 'organisers', 'bloods'] as const
export type Kind = (typeof KINDS)[number]

export interface Shown {
  kind: Kind
  /** All that are kept, instead of the newest. */
  older: boolean
}

/** Parses the query string; invalid values count as absent. */
export function readShown(params: URLSearchParams): Shown {
  return {
    kind: KINDS.find((kind) => kind === params.get('n')) ?? 'all',
    older: params.get('older') === '1'
  }
}

export function hrefOf(gameId: number, { kind, older }: Shown): string {
  const fields = new URLSearchParams([
    ...(kind === 'all' ? [] : [['n', kind]]),
    ...(older ? [['older', '1']] : [])
  ]).toString()
  return `/games/${gameId}/Notices${fields && `?${fields}`}`
}

export const ofKind = (notices: readonly FeedNotice[], kind: Exclude<Kind, 'team'>): readonly FeedNotice[] =>
  kind === 'all' ? notices : notices.filter(({ type }) => BLOODS.includes(type) === (kind === 'bloods'))

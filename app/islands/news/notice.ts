import type { NoticeView } from '~/server/notices/contract'

export interface FeedNotice extends NoticeView {
  /** Sanitised HTML of administrators' notices; absent for other types, and until it is rendered. */
  html?: string
}

export const BLOODS: readonly NoticeView['type'][] = ['FirstBlood', 'SecondBlood', 'ThirdBlood']

/** Bloods are not toasted (docs/rules/interface.md#news). */
export const isToasted = ({ type }: NoticeView) => !BLOODS.includes(type)

import type { NoticeView } from '~/server/notices/contract'

/** A notice as the page shows it; also the answer of `/games/{id}/Challenges/Notices`. */
export interface FeedNotice extends NoticeView {
  /** Sanitised HTML of what administrators wrote; absent for the other types, and until the server rendered it. */
  html?: string
}

/** Notices of solves. */
export const BLOODS: readonly NoticeView['type'][] = ['FirstBlood', 'SecondBlood', 'ThirdBlood']

/** Whether a notice also shows up as a toast: bloods do not (docs/rules/interface.md#news). */
export const isToasted = ({ type }: NoticeView) => !BLOODS.includes(type)

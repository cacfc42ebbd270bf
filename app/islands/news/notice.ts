import type { Blood } from '~/app/components/game/Pennant'
import type { NoticeView } from '~/server/notices/contract'

export interface FeedNotice extends NoticeView {
  /** Sanitised HTML of administrators' notices; absent for other types, and until it is rendered. */
  html?: string
}

export const BLOODS: readonly NoticeView['type'][] = ['FirstBlood', 'SecondBlood', 'ThirdBlood']

/** 1 to 3 for notices and solves of the first three, else null. */
export const bloodOf = (type: string): Blood | null =>
  (BLOODS.indexOf(type as NoticeView['type']) + 1 || null) as Blood | null

/** Bloods are not toasted (docs/rules/interface.md#news). */
export const isToasted = ({ type }: NoticeView) => !BLOODS.includes(type)

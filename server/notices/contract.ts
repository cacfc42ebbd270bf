import { z } from 'zod'
import { textField } from '~/server/platform/text-fields'
import { wireTimeText } from '~/server/platform/wire'

export const NOTICE_TYPES = [
  'Normal',
  'FirstBlood',
  'SecondBlood',
  'ThirdBlood',
  'NewHint',
  'NewChallenge'
] as const
export type NoticeType = (typeof NOTICE_TYPES)[number]

/** Announced at the organiser's request (docs/rules/news.md#changes). */
const NOTICE_CHANGES = [
  'ChallengePoints',
  'ChallengeOpened',
  'ChallengeClosed',
  'EndLater',
  'EndEarlier',
  'Correction',
  'Paused',
  'Resumed',
  'FlagsBlocked',
  'FlagsUnblocked'
] as const

/** `values`: `[challenge, from, to]` (points), `[challenge]` (opened, closed), `[end]` as a wire time; `[reason]`
 * (correction); `[until, end, reason]` (paused), `[end]` (resumed), with wire times; `[challenge, reason]` (flags blocked),
 * `[challenge]` (unblocked). */
export const noticeChange = z
  .object({ kind: z.enum(NOTICE_CHANGES), values: z.array(z.string()) })
  .meta({ id: 'GameNoticeChange' })
export type NoticeChange = z.infer<typeof noticeChange>

/** `values`: `[text]` (Normal), `[team, challenge]` (bloods), `[challenge]` (docs/rules/news.md#notices). */
export const noticeView = z
  .object({
    type: z.enum(NOTICE_TYPES),
    values: z.array(z.string()),
    id: z.int(),
    time: wireTimeText,
    /** For Normal notices that the platform writes; `values` has English text. Not in the contract. */
    change: noticeChange.optional()
  })
  .meta({ id: 'GameNotice' })
export type NoticeView = z.infer<typeof noticeView>

export const noticeInput = z
  .object({
    content: textField(4096, { type: 'field.content_required' }).regex(/\S/, 'field.content_required')
  })
  .meta({ id: 'GameNoticeModel' })
export type NoticeInput = z.infer<typeof noticeInput>

export interface NewNotice {
  type: NoticeType
  values: string[]
  change?: NoticeChange
}

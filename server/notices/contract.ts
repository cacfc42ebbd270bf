import { z } from 'zod'
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

/** A notice. `values`: `[text]` (Normal), `[team, challenge]` (bloods), `[challenge]` (docs/rules/news.md#notices). */
export const noticeView = z
  .object({
    type: z.enum(NOTICE_TYPES),
    values: z.array(z.string()),
    id: z.int(),
    time: wireTimeText
  })
  .meta({ id: 'GameNotice' })
export type NoticeView = z.infer<typeof noticeView>

/** A notice that an administrator writes; Markdown. */
export const noticeInput = z
  .object({
    content: z
      .string({ error: 'field.content_required' })
      .max(4096, 'field.text_too_long')
      .regex(/^[^\0]*$/, 'field.characters')
      .regex(/\S/, 'field.content_required')
  })
  .meta({ id: 'GameNoticeModel' })
export type NoticeInput = z.infer<typeof noticeInput>

/** A notice to publish. */
export interface NewNotice {
  type: NoticeType
  values: string[]
}

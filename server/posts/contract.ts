import { z } from 'zod'
import { textField, VISIBLE } from '~/server/platform/text-fields'
import { wireInt, wireTimeText } from '~/server/platform/wire'

/** Other ids lead to no post. */
export const postId = z.string().regex(/^[0-9a-f]{8}$/i)

export const postCard = z
  .object({
    id: z.string(),
    title: z.string(),
    summary: z.string(),
    isPinned: z.boolean(),
    tags: z.array(z.string()).nullable(),
    authorAvatar: z.string().nullable(),
    /** Null for a deleted account. */
    authorName: z.string().nullable(),
    time: wireTimeText
  })
  .meta({ id: 'PostInfoModel' })
export type PostCard = z.infer<typeof postCard>

export const postView = postCard
  .extend({
    content: z.string(),
    /** Counts the writes, see `postInput`. Not in the contract. */
    version: z.int()
  })
  .meta({ id: 'PostDetailModel' })
export type PostView = z.infer<typeof postView>

const TAGS = { count: 20, length: 32 }

export const postInput = z
  .object({
    title: textField(50, { type: 'field.title_required', tooLong: 'field.title_too_long' })
      .regex(VISIBLE, 'field.title_required')
      .transform((title) => title.trim()),
    summary: textField(4096).default(''),
    content: textField(262_144).default(''),
    /** Trims; drops blank and repeated ones. */
    tags: z
      .array(textField(TAGS.length), { error: 'field.type_mismatch' })
      .transform((tags) => [...new Set(tags.map((tag) => tag.trim()).filter(Boolean))])
      .refine((tags) => tags.length <= TAGS.count, 'field.out_of_range')
      .nullish(),
    isPinned: z.boolean({ error: 'field.type_mismatch' }).default(false),
    /** The edited version; another one is a conflict. Absent = write anyway. */
    version: wireInt(1).optional()
  })
  .meta({ id: 'PostEditModel' })
export type PostInput = z.infer<typeof postInput>

const { summary, content, isPinned } = postInput.shape

/** Absent = unchanged, null removes tags; send pin and text together (docs/rules/news.md#posts). */
export const postUpdate = postInput
  .extend({
    summary: summary.unwrap().optional(),
    content: content.unwrap().optional(),
    isPinned: isPinned.unwrap().optional()
  })
  .meta({ id: 'PostUpdateModel' })
export type PostUpdate = z.infer<typeof postUpdate>

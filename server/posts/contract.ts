import { z } from 'zod'
import { wireTimeText } from '~/server/platform/wire'

/** Eight hex digits; anything else is no post. */
export const postId = z.string().regex(/^[0-9a-f]{8}$/i)

/** A post in a list. `summary` is Markdown source. */
export const postCard = z
  .object({
    id: z.string(),
    title: z.string(),
    summary: z.string(),
    isPinned: z.boolean(),
    tags: z.array(z.string()).nullable(),
    authorAvatar: z.string().nullable(),
    /** Null when the account is gone. */
    authorName: z.string().nullable(),
    time: wireTimeText
  })
  .meta({ id: 'PostInfoModel' })
export type PostCard = z.infer<typeof postCard>

/** A whole post; `content` is Markdown source. */
export const postView = postCard.extend({ content: z.string() }).meta({ id: 'PostDetailModel' })
export type PostView = z.infer<typeof postView>

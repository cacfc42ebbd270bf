import { z } from 'zod'
import { type PostInput, type PostView, postInput } from '~/server/posts/contract'

const text = (value: unknown) => (typeof value === 'string' ? value.replace(/\r\n/g, '\n') : '')

export const postForm = z.record(z.string(), z.unknown()).transform((form, refinement): PostInput => {
  const read = postInput.safeParse({
    title: text(form.title),
    summary: text(form.summary),
    content: text(form.content),
    tags: text(form.tags).split(/[,\uFF0C\u3001\n]/),
    isPinned: form.isPinned !== undefined,
    version: form.version
  })
  if (read.success) return read.data
  for (const { path, message } of read.error.issues)
    refinement.addIssue({ code: 'custom', path: path.slice(0, 1), message })
  return z.NEVER
})

export const fieldsOf = (post: PostView | null) => ({
  title: post?.title ?? '',
  summary: post?.summary ?? '',
  content: post?.content ?? '',
  tags: post?.tags?.join(', ') ?? '',
  isPinned: post?.isPinned ?? false
})

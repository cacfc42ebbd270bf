import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { postInput } from '~/server/posts/contract'

const calls = api({
  POST: call({
    id: 'editAddPost',
    summary: 'Create a post',
    role: 'Admin',
    body: postInput,
    answer: z.string(),
    run: ({ services, ctx, body }) => services.posts.create(ctx, body)
  })
})
export const loader = calls.loader
export const action = calls.action

import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { postUpdate, postView } from '~/server/posts/contract'

const params = z.object({ id: z.string() })

const calls = api({
  PUT: call({
    id: 'editUpdatePost',
    summary: 'Change a post',
    role: 'Admin',
    params,
    body: postUpdate,
    answer: postView,
    run: ({ services, ctx, params, body }) => services.posts.update(ctx, params.id, body, { ownWrites: true })
  }),
  DELETE: call({
    id: 'editDeletePost',
    summary: 'Delete a post',
    role: 'Admin',
    params,
    run: ({ services, ctx, params }) => services.posts.remove(ctx, params.id)
  })
})
export const loader = calls.loader
export const action = calls.action

import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { postView } from '~/server/posts/contract'

const calls = api({
  GET: call({
    id: 'infoGetPost',
    summary: 'Read a post',
    params: z.object({ id: z.string() }),
    answer: postView,
    run: ({ services, ctx, params }) => services.posts.one(ctx, params.id)
  })
})
export const loader = calls.loader
export const action = calls.action

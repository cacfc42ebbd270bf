import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { postCard } from '~/server/posts/contract'

const calls = api({
  GET: call({
    id: 'infoGetPosts',
    summary: 'All posts',
    answer: z.array(postCard),
    run: ({ services, ctx }) => services.posts.list(ctx)
  })
})
export const loader = calls.loader
export const action = calls.action

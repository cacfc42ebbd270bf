import { z } from 'zod'
import { readQuery } from '~/app/islands/challenges/query'
import { api, call, Reply } from '~/app/request/api'
import { idParam } from '~/server/platform/wire'

const calls = api(null, {
  '/games/:id/Challenges/Found': {
    GET: call({
      id: 'pageFound',
      summary: 'Search the challenges of a game for its page',
      role: 'User',
      params: z.object({ id: idParam }),
      query: z.object({ q: z.string().default(''), f: z.string().default('') }),
      run: async ({ services, ctx, params, query }) => {
        const { search, show } = readQuery(new URLSearchParams(query))
        return Reply.json(await services.challenges.find(ctx, params.id, search, show))
      }
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle

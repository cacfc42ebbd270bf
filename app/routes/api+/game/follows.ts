import { api, call } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { followInput, followList } from '~/server/follows/contract'

const calls = api('play', {
  '/api/game/:id/follows': {
    GET: call({
      id: 'gameFollows',
      summary: 'Teams that the caller follows',
      role: 'User',
      params: byId,
      answer: followList,
      run: async ({ services, ctx, params }) => ({
        teams: (await services.follows.list(ctx, params.id)) ?? []
      })
    }),
    PUT: call({
      id: 'gameFollow',
      summary: 'Follow these teams and no others',
      role: 'User',
      params: byId,
      body: followInput,
      answer: followList,
      run: async ({ services, ctx, params, body }) => ({
        teams: await services.follows.replace(ctx, params.id, body.teams)
      })
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle

import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { RATES } from '~/server/limits/contract'
import { gameTokenInput, gameTokenView, madeToken } from '~/server/tokens/contract'

/** No token may see or change tokens. */
const calls = api(null, {
  '/api/edit/games/:id/tokens': {
    GET: call({
      id: 'editGameTokens',
      summary: 'Service tokens that have a role in a game',
      act: 'staff',
      params: byId,
      answer: z.array(gameTokenView),
      run: ({ services, ctx, params }) => services.gameTokens.list(ctx, params.id)
    }),
    POST: call({
      id: 'editCreateGameToken',
      summary: 'Make a service token with a role in a game; only this answer holds it',
      act: 'staff',
      params: byId,
      body: gameTokenInput,
      answer: madeToken,
      rate: RATES.login,
      run: async ({ services, ctx, params, body }) =>
        Reply.json(await services.gameTokens.create(ctx, params.id, body))
    })
  },
  '/api/edit/games/:id/tokens/:tokenId': {
    DELETE: call({
      id: 'editRevokeGameToken',
      summary: 'Revoke a service token of a game',
      act: 'staff',
      params: byId.extend({ tokenId: z.uuid() }),
      run: ({ services, ctx, params }) => services.gameTokens.revoke(ctx, params.id, params.tokenId)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle

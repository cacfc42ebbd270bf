import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { RATES } from '~/server/limits/contract'
import { madeToken, tokenInput, tokenView } from '~/server/tokens/contract'

/** No token may see or change tokens. */
const calls = api(null, {
  '/api/account/tokens': {
    GET: call({
      id: 'accountTokens',
      summary: 'Own API tokens',
      role: 'User',
      answer: z.array(tokenView),
      run: ({ services, ctx }) => services.tokens.list(ctx)
    }),
    POST: call({
      id: 'accountCreateToken',
      summary: 'Make an API token; only this answer holds it',
      role: 'User',
      body: tokenInput,
      answer: madeToken,
      rate: RATES.login,
      run: async ({ services, ctx, body }) => Reply.json(await services.tokens.create(ctx, body))
    })
  },
  '/api/account/tokens/:id': {
    DELETE: call({
      id: 'accountRevokeToken',
      summary: 'Revoke an API token',
      role: 'User',
      params: z.object({ id: z.uuid() }),
      run: ({ services, ctx, params }) => services.tokens.revoke(ctx, params.id)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle

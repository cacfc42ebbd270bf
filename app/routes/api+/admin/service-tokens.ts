import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { RATES } from '~/server/limits/contract'
import { madeToken, serviceTokenInput, serviceTokenView } from '~/server/tokens/contract'

/** No token may see or change tokens. */
const calls = api(null, {
  '/api/admin/tokens': {
    GET: call({
      id: 'adminServiceTokens',
      summary: 'Service tokens of the platform and its games',
      role: 'Admin',
      answer: z.array(serviceTokenView),
      run: ({ services, ctx }) => services.serviceTokens.list(ctx)
    }),
    POST: call({
      id: 'adminCreateServiceToken',
      summary: 'Make a service token; only this answer holds it',
      role: 'Admin',
      body: serviceTokenInput,
      answer: madeToken,
      rate: RATES.login,
      run: async ({ services, ctx, body }) => Reply.json(await services.serviceTokens.create(ctx, body))
    })
  },
  '/api/admin/tokens/:id': {
    DELETE: call({
      id: 'adminRevokeServiceToken',
      summary: 'Revoke a service token',
      role: 'Admin',
      params: z.object({ id: z.uuid() }),
      run: ({ services, ctx, params }) => services.serviceTokens.revoke(ctx, params.id)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle

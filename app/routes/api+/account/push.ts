import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { pushInput, pushView } from '~/server/push/contract'

/** Devices belong to logins: no token may see or add them. */
const calls = api(null, {
  '/api/account/push': {
    GET: call({
      id: 'accountPush',
      summary: 'Own devices that get news, and the key of this platform',
      role: 'User',
      answer: pushView,
      run: ({ services, ctx }) => services.push.view(ctx)
    }),
    POST: call({
      id: 'accountAddPush',
      summary: 'Send news to this browser',
      role: 'User',
      body: pushInput,
      answer: z.object({ id: z.uuid() }),
      run: async ({ services, ctx, body }) => Reply.json(await services.push.add(ctx, body))
    })
  },
  '/api/account/push/:id': {
    DELETE: call({
      id: 'accountRemovePush',
      summary: 'Send no more news to a device',
      role: 'User',
      params: z.object({ id: z.uuid() }),
      run: ({ services, ctx, params }) => services.push.remove(ctx, params.id)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle

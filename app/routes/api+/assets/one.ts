import { z } from 'zod'
import { api, call } from '~/app/request/api'

const calls = api({
  DELETE: call({
    id: 'assetsDelete',
    summary: 'Delete a stored file',
    role: 'Admin',
    params: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/i) }),
    run: ({ services, ctx, params }) => services.assets.remove(ctx, params.hash.toLowerCase())
  })
})
export const loader = calls.loader
export const action = calls.action

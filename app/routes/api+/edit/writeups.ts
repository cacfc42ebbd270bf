import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { idParam } from '~/server/platform/wire'

const calls = api({
  DELETE: call({
    id: 'editDeleteGameWriteUps',
    summary: 'Delete all writeups of a game',
    role: 'Admin',
    params: z.object({ id: idParam }),
    run: ({ services, ctx, params }) => services.writeups.removeAll(ctx, params.id)
  })
})
export const loader = calls.loader
export const action = calls.action

import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { idParam } from '~/server/platform/wire'
import { writeupInfo } from '~/server/writeups/contract'

const calls = api({
  GET: call({
    id: 'adminWriteups',
    summary: 'List writeups of a game',
    role: 'Admin',
    params: z.object({ id: idParam }),
    answer: z.array(writeupInfo),
    run: ({ services, ctx, params }) => services.writeups.list(ctx, params.id)
  })
})
export const loader = calls.loader
export const action = calls.action

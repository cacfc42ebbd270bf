import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { idParam } from '~/server/platform/wire'

const calls = api({
  POST: call({
    id: 'teamLeave',
    summary: 'Leave a team',
    role: 'User',
    params: z.object({ id: idParam }),
    run: ({ services, ctx, params }) => services.teams.leave(ctx, params.id)
  })
})
export const loader = calls.loader
export const action = calls.action

import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { idParam } from '~/server/platform/wire'

const calls = api({
  POST: call({
    id: 'editUpdateGameChallengesAcceptedCount',
    summary: 'Recount solves of all challenges',
    role: 'Admin',
    params: z.object({ id: idParam }),
    run: ({ services, ctx, params }) => services.games.recount(ctx, params.id)
  })
})
export const loader = calls.loader
export const action = calls.action

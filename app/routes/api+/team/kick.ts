import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { idParam } from '~/server/platform/wire'
import { memberId, teamView } from '~/server/teams/contract'

const calls = api({
  POST: call({
    id: 'teamKickUser',
    summary: 'Remove a member',
    role: 'User',
    params: z.object({ id: idParam, userId: memberId }),
    answer: teamView,
    async run({ services, ctx, params: { id, userId } }) {
      await services.teams.kick(ctx, id, userId)
      return services.teams.one(ctx, id)
    }
  })
})
export const loader = calls.loader
export const action = calls.action

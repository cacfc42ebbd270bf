import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { idParam } from '~/server/platform/wire'
import { teamView, transferInput } from '~/server/teams/contract'

const calls = api({
  PUT: call({
    id: 'teamTransfer',
    summary: 'Hand over captaincy',
    role: 'User',
    params: z.object({ id: idParam }),
    body: transferInput,
    answer: teamView,
    async run({ services, ctx, params: { id }, body }) {
      await services.teams.transfer(ctx, id, body.newCaptainId)
      return services.teams.one(ctx, id)
    }
  })
})
export const loader = calls.loader
export const action = calls.action

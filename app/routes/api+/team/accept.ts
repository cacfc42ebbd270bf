import { api, call } from '~/app/request/api'
import { inviteCodeInput } from '~/server/teams/contract'

const calls = api({
  POST: call({
    id: 'teamAccept',
    summary: 'Join a team by invite code',
    role: 'User',
    body: inviteCodeInput,
    async run({ services, ctx, body }) {
      await services.teams.accept(ctx, body)
    }
  })
})
export const loader = calls.loader
export const action = calls.action

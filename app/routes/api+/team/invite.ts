import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { idParam } from '~/server/platform/wire'

const params = z.object({ id: idParam })

const calls = api({
  GET: call({
    id: 'teamInviteCode',
    summary: 'Read the invite code',
    role: 'User',
    params,
    answer: z.string(),
    run: ({ services, ctx, params }) => services.teams.invite(ctx, params.id)
  }),
  PUT: call({
    id: 'teamUpdateInviteToken',
    summary: 'Renew the invite code',
    role: 'User',
    params,
    answer: z.string(),
    run: ({ services, ctx, params }) => services.teams.renewInvite(ctx, params.id)
  })
})
export const loader = calls.loader
export const action = calls.action

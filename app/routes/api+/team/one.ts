import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { idParam } from '~/server/platform/wire'
import { teamInput, teamView } from '~/server/teams/contract'

const params = z.object({ id: idParam })

const calls = api({
  GET: call({
    id: 'teamGetBasicInfo',
    summary: 'Read a team',
    params,
    answer: teamView,
    run: ({ services, ctx, params }) => services.teams.one(ctx, params.id)
  }),
  PUT: call({
    id: 'teamUpdateTeam',
    summary: 'Change a team',
    role: 'User',
    params,
    body: teamInput,
    answer: teamView,
    run: ({ services, ctx, params, body }) => services.teams.update(ctx, params.id, body)
  }),
  DELETE: call({
    id: 'teamDeleteTeam',
    summary: 'Disband a team',
    role: 'User',
    params,
    run: ({ services, ctx, params }) => services.teams.disband(ctx, params.id)
  })
})
export const loader = calls.loader
export const action = calls.action

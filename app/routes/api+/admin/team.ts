import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { idParam } from '~/server/platform/wire'
import { adminTeamInput } from '~/server/teams/contract'

const params = z.object({ id: idParam })

const calls = api({
  PUT: call({
    id: 'adminUpdateTeam',
    summary: 'Change a team',
    role: 'Admin',
    params,
    body: adminTeamInput,
    run: ({ services, ctx, params, body }) => services.teams.adminUpdate(ctx, params.id, body)
  }),
  DELETE: call({
    id: 'adminDeleteTeam',
    summary: 'Delete a team',
    role: 'Admin',
    params,
    run: ({ services, ctx, params }) => services.teams.adminDelete(ctx, params.id)
  })
})
export const loader = calls.loader
export const action = calls.action

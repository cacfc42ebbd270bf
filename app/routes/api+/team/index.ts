import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { teamInput, teamView } from '~/server/teams/contract'

const calls = api({
  GET: call({
    id: 'teamGetTeamsInfo',
    summary: 'Own teams',
    role: 'User',
    answer: z.array(teamView),
    run: ({ services, ctx }) => services.teams.mine(ctx)
  }),
  POST: call({
    id: 'teamCreateTeam',
    summary: 'Create a team',
    role: 'User',
    body: teamInput,
    answer: teamView,
    run: ({ services, ctx, body }) => services.teams.create(ctx, body)
  })
})
export const loader = calls.loader
export const action = calls.action

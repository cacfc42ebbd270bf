import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { participationEdit, participationStatus } from '~/server/participations/contract'
import { idParam, pagingQuery } from '~/server/platform/wire'
import { adminTeamInput, adminTeamPage, teamHint } from '~/server/teams/contract'

const MAX_FOUND = 30

const calls = api('admin', {
  '/api/admin/participation/:id': {
    PUT: call({
      id: 'adminEditParticipation',
      summary: 'Change status or division of a registration',
      act: 'review',
      params: byId,
      body: participationEdit,
      run: ({ services, ctx, params, body }) => services.participations.change(ctx, params.id, body)
    })
  },
  '/api/admin/participation/:id/:status': {
    PUT: call({
      id: 'adminParticipation',
      summary: 'Set a registration status',
      act: 'review',
      params: z.object({ id: idParam, status: participationStatus }),
      run: ({ services, ctx, params }) => services.participations.setStatus(ctx, params.id, params.status)
    })
  },
  '/api/admin/teams': {
    GET: call({
      id: 'adminTeams',
      summary: 'List teams',
      role: 'Admin',
      query: pagingQuery(100),
      answer: adminTeamPage,
      run: ({ services, ctx, query }) => services.teams.adminList(ctx, query)
    })
  },
  '/api/admin/teams/search': {
    POST: call({
      id: 'adminSearchTeams',
      summary: 'Search teams',
      role: 'Admin',
      query: teamHint,
      answer: adminTeamPage,
      async run({ services, ctx, query }) {
        const { data, length } = await services.teams.adminList(ctx, { count: MAX_FOUND, skip: 0, ...query })
        return { data, length, total: length }
      }
    })
  },
  '/api/admin/teams/:id': {
    PUT: call({
      id: 'adminUpdateTeam',
      summary: 'Change a team',
      role: 'Admin',
      params: byId,
      body: adminTeamInput,
      run: ({ services, ctx, params, body }) => services.teams.adminUpdate(ctx, params.id, body)
    }),
    DELETE: call({
      id: 'adminDeleteTeam',
      summary: 'Delete a team',
      role: 'Admin',
      params: byId,
      run: ({ services, ctx, params }) => services.teams.adminDelete(ctx, params.id)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle

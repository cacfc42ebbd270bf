import { api, call } from '~/app/request/api'
import { adminTeamPage, teamHint } from '~/server/teams/contract'

const MOST = 30

const calls = api({
  POST: call({
    id: 'adminSearchTeams',
    summary: 'Search teams',
    role: 'Admin',
    query: teamHint,
    answer: adminTeamPage,
    async run({ services, ctx, query }) {
      const { data, length } = await services.teams.adminList(ctx, { count: MOST, skip: 0, ...query })
      return { data, length, total: length }
    }
  })
})
export const loader = calls.loader
export const action = calls.action

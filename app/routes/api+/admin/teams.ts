import { api, call } from '~/app/request/api'
import { paging } from '~/server/platform/wire'
import { adminTeamPage } from '~/server/teams/contract'

const calls = api({
  GET: call({
    id: 'adminTeams',
    summary: 'List teams',
    role: 'Admin',
    query: paging(100),
    answer: adminTeamPage,
    run: ({ services, ctx, query }) => services.teams.adminList(ctx, query)
  })
})
export const loader = calls.loader
export const action = calls.action

import { api, call } from '~/app/request/api'
import { userPage, userSearch } from '~/server/users/contract'

/** behaviour.md 9 */
const MOST = 30

const calls = api({
  POST: call({
    id: 'adminSearchUsers',
    summary: 'Search users',
    role: 'Admin',
    query: userSearch,
    answer: userPage,
    async run({ services, ctx, query }) {
      const { data, length } = await services.users.list(ctx, { count: MOST, skip: 0 }, query)
      return { data, length, total: length }
    }
  })
})
export const loader = calls.loader
export const action = calls.action

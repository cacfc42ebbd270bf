import { api, call } from '~/app/request/api'
import { AppError } from '~/server/platform/errors'
import { paging } from '~/server/platform/wire'
import { bulkOptions, bulkReport, newUsers, userPage } from '~/server/users/contract'

const calls = api({
  GET: call({
    id: 'adminUsers',
    summary: 'List users',
    role: 'Admin',
    query: paging(100),
    answer: userPage,
    run: ({ services, ctx, query }) => services.users.list(ctx, query)
  }),
  POST: call({
    id: 'adminAddUsers',
    summary: 'Create or overwrite users in bulk',
    role: 'Admin',
    query: bulkOptions,
    body: newUsers,
    answer: bulkReport,
    async run({ services, ctx, query, body }) {
      const lines = body.map((input, index) => ({
        line: index + 1,
        userName: input.userName,
        email: input.email,
        input,
        error: null
      }))
      const report = await services.users.addMany(ctx, lines, query)
      const refused = report.rows.find(({ error }) => error !== null)
      if (refused?.error && !query.dryRun) throw new AppError(refused.error, 400, { extra: { data: report } })
      return report
    }
  })
})
export const loader = calls.loader
export const action = calls.action

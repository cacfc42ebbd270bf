import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { personReply } from '~/app/request/files/person'
import { profileView } from '~/server/accounts/contract'
import { AppError } from '~/server/platform/errors'
import { pagingQuery } from '~/server/platform/wire'
import {
  bulkOptions,
  bulkReport,
  newUsers,
  userChange,
  userIdParam,
  userPage,
  userSearch
} from '~/server/users/contract'

const ofUser = z.object({ userid: userIdParam })

const MAX_FOUND = 30

const calls = api('admin', {
  '/api/admin/users': {
    GET: call({
      id: 'adminUsers',
      summary: 'List users',
      role: 'Admin',
      query: pagingQuery(100),
      answer: userPage,
      run: ({ services, ctx, query }) => services.users.list(ctx, query)
    }),
    POST: call({
      id: 'adminAddUsers',
      summary: 'Create or overwrite users in bulk',
      scope: null,
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
        if (refused?.error && !query.dryRun)
          throw new AppError(refused.error, 400, { extra: { data: report } })
        return report
      }
    })
  },
  '/api/admin/users/search': {
    POST: call({
      id: 'adminSearchUsers',
      summary: 'Search users',
      role: 'Admin',
      query: userSearch,
      answer: userPage,
      async run({ services, ctx, query }) {
        const { data, length } = await services.users.list(ctx, { count: MAX_FOUND, skip: 0 }, query)
        return { data, length, total: length }
      }
    })
  },
  '/api/admin/users/:userid': {
    GET: call({
      id: 'adminUserInfo',
      summary: 'Read a user',
      role: 'Admin',
      params: ofUser,
      answer: profileView,
      run: ({ services, ctx, params }) => services.users.profile(ctx, params.userid)
    }),
    PUT: call({
      id: 'adminUpdateUserInfo',
      summary: 'Change a user',
      scope: null,
      role: 'Admin',
      params: ofUser,
      body: userChange,
      run: ({ services, ctx, params, body }) => services.users.update(ctx, params.userid, body)
    }),
    DELETE: call({
      id: 'adminDeleteUser',
      summary: 'Delete a user',
      scope: null,
      role: 'Admin',
      params: ofUser,
      run: ({ services, ctx, params }) => services.users.remove(ctx, params.userid)
    })
  },
  '/api/admin/users/:userid/data': {
    GET: call({
      id: 'adminUserData',
      summary: 'All that is stored of a person, for a login that was confirmed',
      scope: null,
      role: 'Admin',
      params: ofUser,
      file: 'application/zip',
      run: async ({ services, ctx, params }) =>
        personReply(await services.personalData.of(ctx, params.userid))
    })
  },
  '/api/admin/users/:userid/erase': {
    POST: call({
      id: 'adminEraseUser',
      summary: 'Take a person out of an account; what the teams did stays under a neutral name',
      scope: null,
      role: 'Admin',
      params: ofUser,
      answer: z.string(),
      run: ({ services, ctx, params }) => services.users.erase(ctx, params.userid)
    })
  },
  '/api/admin/users/:userid/password': {
    DELETE: call({
      id: 'adminResetPassword',
      summary: 'Reset a password',
      scope: null,
      role: 'Admin',
      params: ofUser,
      answer: z.string(),
      run: ({ services, ctx, params }) => services.users.resetPassword(ctx, params.userid)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle

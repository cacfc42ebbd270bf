import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { profileView } from '~/server/accounts/contract'
import { userChange, userIdParam } from '~/server/users/contract'

const params = z.object({ userid: userIdParam })

const calls = api({
  GET: call({
    id: 'adminUserInfo',
    summary: 'Read a user',
    role: 'Admin',
    params,
    answer: profileView,
    run: ({ services, ctx, params }) => services.users.profile(ctx, params.userid)
  }),
  PUT: call({
    id: 'adminUpdateUserInfo',
    summary: 'Change a user',
    role: 'Admin',
    params,
    body: userChange,
    run: ({ services, ctx, params, body }) => services.users.update(ctx, params.userid, body)
  }),
  DELETE: call({
    id: 'adminDeleteUser',
    summary: 'Delete a user',
    role: 'Admin',
    params,
    run: ({ services, ctx, params }) => services.users.remove(ctx, params.userid)
  })
})
export const loader = calls.loader
export const action = calls.action

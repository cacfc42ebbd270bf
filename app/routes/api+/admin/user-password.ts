import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { userIdParam } from '~/server/users/contract'

const calls = api({
  DELETE: call({
    id: 'adminResetPassword',
    summary: 'Reset a password',
    role: 'Admin',
    params: z.object({ userid: userIdParam }),
    answer: z.string(),
    run: ({ services, ctx, params }) => services.users.resetPassword(ctx, params.userid)
  })
})
export const loader = calls.loader
export const action = calls.action

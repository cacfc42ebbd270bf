import { api, call } from '~/app/request/api'
import { passwordChangeInput } from '~/server/accounts/contract'

const calls = api({
  PUT: call({
    id: 'accountChangePassword',
    summary: 'Change own password',
    role: 'User',
    body: passwordChangeInput,
    run: ({ services, ctx, body }) => services.accounts.changePassword(ctx, body)
  })
})
export const loader = calls.loader
export const action = calls.action

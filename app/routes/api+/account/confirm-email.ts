import { api, call } from '~/app/request/api'
import { linkInput } from '~/server/accounts/contract'

const calls = api({
  POST: call({
    id: 'accountMailChangeConfirm',
    summary: 'Confirm a mail change',
    role: 'User',
    body: linkInput,
    run: ({ services, ctx, body }) => services.accounts.confirmEmail(ctx, body)
  })
})
export const loader = calls.loader
export const action = calls.action

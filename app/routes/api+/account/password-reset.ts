import { api, call } from '~/app/request/api'
import { passwordResetInput } from '~/server/accounts/contract'
import { RATES } from '~/server/platform/rates'

const calls = api({
  POST: call({
    id: 'accountPasswordReset',
    summary: 'Set a new password with a mail token',
    body: passwordResetInput,
    rate: RATES.register,
    run: ({ services, ctx, body }) => services.accounts.passwordReset(ctx, body)
  })
})
export const loader = calls.loader
export const action = calls.action

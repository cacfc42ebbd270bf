import { api, call, Reply } from '~/app/request/api'
import { loginInput } from '~/server/accounts/contract'
import { RATES } from '~/server/platform/rates'

const calls = api({
  POST: call({
    id: 'accountLogIn',
    summary: 'Sign in',
    body: loginInput,
    rate: RATES.login,
    async run({ services, ctx, body }) {
      const { cookie } = await services.accounts.login(ctx, body)
      return new Reply(200, { 'Set-Cookie': cookie })
    }
  })
})
export const loader = calls.loader
export const action = calls.action

import { api, call, Reply } from '~/app/request/api'
import { linkInput } from '~/server/accounts/contract'
import { RATES } from '~/server/platform/rates'

const calls = api({
  POST: call({
    id: 'accountVerify',
    summary: 'Confirm the mail address and sign in',
    body: linkInput,
    rate: RATES.login,
    async run({ services, ctx, body }) {
      const { cookie } = await services.accounts.verify(ctx, body)
      return new Reply(200, { 'Set-Cookie': cookie })
    }
  })
})
export const loader = calls.loader
export const action = calls.action

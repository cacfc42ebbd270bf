import { api, call, Reply } from '~/app/request/api'
import { registerAnswer, registerInput } from '~/server/accounts/contract'
import { RATES } from '~/server/platform/rates'

const calls = api({
  POST: call({
    id: 'accountRegister',
    summary: 'Sign up',
    body: registerInput,
    answer: registerAnswer,
    rate: RATES.register,
    async run({ services, ctx, translator, body }) {
      const { status, session } = await services.accounts.register(ctx, body)
      const title = translator.translate(ctx.locale, `account:registered.${status}`)
      return Reply.json({ title, data: status, status: 200 }, session ? { 'Set-Cookie': session.cookie } : {})
    }
  })
})
export const loader = calls.loader
export const action = calls.action

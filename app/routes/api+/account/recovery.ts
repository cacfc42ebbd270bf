import { api, call } from '~/app/request/api'
import { messageAnswer, recoveryInput } from '~/server/accounts/contract'
import { RATES } from '~/server/platform/rates'

const calls = api({
  POST: call({
    id: 'accountRecovery',
    summary: 'Ask for a password reset mail',
    body: recoveryInput,
    answer: messageAnswer,
    rate: RATES.register,
    async run({ services, ctx, translator, body }) {
      await services.accounts.recovery(ctx, body)
      return { title: translator.translate(ctx.locale, 'mail:answer.recovery'), status: 200 }
    }
  })
})
export const loader = calls.loader
export const action = calls.action

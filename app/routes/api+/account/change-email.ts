import { api, call } from '~/app/request/api'
import { mailChangeAnswer, mailChangeInput } from '~/server/accounts/contract'
import { RATES } from '~/server/platform/rates'

const calls = api({
  PUT: call({
    id: 'accountChangeEmail',
    summary: 'Ask to change own mail',
    role: 'User',
    body: mailChangeInput,
    answer: mailChangeAnswer,
    rate: RATES.register,
    async run({ services, ctx, translator, body }) {
      await services.accounts.changeEmail(ctx, body)
      return { title: translator.translate(ctx.locale, 'mail:answer.confirm'), data: true, status: 200 }
    }
  })
})
export const loader = calls.loader
export const action = calls.action

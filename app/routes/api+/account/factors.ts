import { api, call, Reply } from '~/app/request/api'
import {
  codeInput,
  passkeyAdd,
  passkeyAdded,
  passkeyOptions,
  passkeyQuestion,
  passkeyUse
} from '~/server/factors/contract'
import { RATES } from '~/server/limits/contract'

const calls = api(null, {
  '/api/account/factor/code': {
    POST: call({
      id: 'accountFinishLogin',
      summary: 'Finish a login with a code of an app or a recovery code',
      body: codeInput,
      rate: RATES.login,
      async run({ services, ctx, body, request }) {
        const cookies = await services.factors.finish(ctx, body.code, request.header('cookie'))
        return new Reply(200, { 'Set-Cookie': cookies })
      }
    })
  },
  '/api/account/factor/passkey/options': {
    POST: call({
      id: 'accountPasskeyOptions',
      summary: 'What the browser has to ask a passkey; the cookie of the answer goes with it',
      body: passkeyQuestion,
      answer: passkeyOptions,
      rate: RATES.login,
      async run({ services, ctx, body, request }) {
        const { options, cookie } = await services.factors.passkeys.ask(
          ctx,
          body.purpose,
          request.header('cookie')
        )
        return Reply.json({ options }, { 'Set-Cookie': cookie })
      }
    })
  },
  '/api/account/factor/passkey/use': {
    POST: call({
      id: 'accountUsePasskey',
      summary: 'Log in, finish a login or confirm the owner with a passkey',
      body: passkeyUse,
      rate: RATES.login,
      async run({ services, ctx, body, request }) {
        const cookies = await services.factors.passkeys.use(ctx, body, request.header('cookie'))
        return new Reply(200, { 'Set-Cookie': cookies })
      }
    })
  },
  '/api/account/factor/passkey': {
    POST: call({
      id: 'accountAddPasskey',
      summary: 'Add a passkey to the account',
      body: passkeyAdd,
      answer: passkeyAdded,
      rate: RATES.login,
      async run({ services, ctx, body, request }) {
        const { codes, cookies } = await services.factors.passkeys.add(ctx, body, request.header('cookie'))
        return Reply.json({ codes }, { 'Set-Cookie': cookies })
      }
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle

import { api, call, Reply } from '~/app/request/api'

const calls = api({
  POST: call({
    id: 'accountLogOut',
    summary: 'Sign out',
    async run({ services, ctx, request }) {
      const { cookie } = await services.accounts.logout(ctx, request.header('cookie'))
      return new Reply(200, { 'Set-Cookie': cookie })
    }
  })
})
export const loader = calls.loader
export const action = calls.action

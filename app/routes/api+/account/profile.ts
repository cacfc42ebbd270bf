import { api, call } from '~/app/request/api'
import { profileView } from '~/server/accounts/contract'

const calls = api({
  GET: call({
    id: 'accountProfile',
    summary: 'Own profile',
    role: 'User',
    answer: profileView,
    run: ({ services, ctx }) => services.accounts.profile(ctx)
  })
})
export const loader = calls.loader
export const action = calls.action

import { api, call } from '~/app/request/api'
import { profileUpdateInput } from '~/server/accounts/contract'

const calls = api({
  PUT: call({
    id: 'accountUpdate',
    summary: 'Change own profile',
    role: 'User',
    body: profileUpdateInput,
    run: ({ services, ctx, body }) => services.accounts.update(ctx, body)
  })
})
export const loader = calls.loader
export const action = calls.action

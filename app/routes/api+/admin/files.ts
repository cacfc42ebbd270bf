import { api, call } from '~/app/request/api'
import { storedFile } from '~/server/assets/contract'
import { pageOf, paging } from '~/server/platform/wire'

const calls = api({
  GET: call({
    id: 'adminFiles',
    summary: 'List stored files',
    role: 'Admin',
    query: paging(50),
    answer: pageOf(storedFile),
    run: ({ services, ctx, query }) => services.assets.list(ctx, query)
  })
})
export const loader = calls.loader
export const action = calls.action

import { api, call } from '~/app/request/api'
import { containerInstance } from '~/server/instances/contract'
import { pageOf } from '~/server/platform/wire'

const calls = api({
  GET: call({
    id: 'adminInstances',
    summary: 'List game containers',
    role: 'Admin',
    answer: pageOf(containerInstance),
    async run({ services, ctx }) {
      const data = await services.instances.containers(ctx)
      return { data, length: data.length, total: data.length }
    }
  })
})
export const loader = calls.loader
export const action = calls.action

import { api, call } from '~/app/request/api'
import { instanceParams } from '~/app/request/instance-models'
import { instanceTraffic } from '~/server/instances/contract'

const calls = api({
  GET: call({
    id: 'adminInstanceTraffic',
    summary:
      'Connections and bytes of an instance, as far as they pass through the platform; null while nobody knows',
    role: 'Admin',
    params: instanceParams,
    answer: instanceTraffic.nullable(),
    run: ({ services, ctx, params }) => services.instances.traffic(ctx, params.id)
  })
})
export const loader = calls.loader
export const action = calls.action

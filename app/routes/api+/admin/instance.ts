import { api, call } from '~/app/request/api'
import { detailsOf, instanceDetails, instanceParams } from '~/app/request/instance-models'

const calls = api({
  GET: call({
    id: 'adminInstance',
    summary: 'Read everything about an instance',
    role: 'Admin',
    params: instanceParams,
    answer: instanceDetails,
    run: async ({ services, ctx, params }) => detailsOf(await services.instances.one(ctx, params.id))
  }),
  DELETE: call({
    id: 'adminDestroyInstance',
    summary: 'Destroy a container',
    role: 'Admin',
    params: instanceParams,
    run: ({ services, ctx, params }) => services.instances.stop(ctx, params.id)
  })
})
export const loader = calls.loader
export const action = calls.action

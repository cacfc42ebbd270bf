import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { countInstanceCall } from '~/app/request/instance-rate'
import { containerInfo, instanceView } from '~/server/instances/contract'
import { RATES } from '~/server/platform/rates'
import { idParam } from '~/server/platform/wire'

const params = z.object({ id: idParam, challengeId: idParam })

const calls = api({
  GET: call({
    id: 'gameGetContainer',
    summary: 'How the own instance stands',
    role: 'User',
    params,
    answer: instanceView,
    run: ({ services, ctx, params }) => services.instances.view(ctx, params.id, params.challengeId)
  }),
  POST: call({
    id: 'gameCreateContainer',
    summary: 'Start an own instance',
    role: 'User',
    params,
    answer: containerInfo,
    rate: RATES.container,
    async run(args) {
      const { services, ctx, params } = args
      await countInstanceCall(args, params.id, params.challengeId)
      return services.instances.create(ctx, params.id, params.challengeId)
    }
  }),
  DELETE: call({
    id: 'gameDeleteContainer',
    summary: 'Stop the own instance',
    role: 'User',
    params,
    rate: RATES.container,
    async run(args) {
      const { services, ctx, params } = args
      await countInstanceCall(args, params.id, params.challengeId)
      await services.instances.destroy(ctx, params.id, params.challengeId)
    }
  })
})
export const loader = calls.loader
export const action = calls.action

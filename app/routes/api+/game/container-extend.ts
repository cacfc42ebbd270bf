import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { countInstanceCall } from '~/app/request/instance-rate'
import { containerInfo } from '~/server/instances/contract'
import { RATES } from '~/server/platform/rates'
import { idParam } from '~/server/platform/wire'

const calls = api({
  POST: call({
    id: 'gameExtendContainerLifetime',
    summary: 'Let the own instance live longer',
    role: 'User',
    params: z.object({ id: idParam, challengeId: idParam }),
    answer: containerInfo,
    rate: RATES.container,
    async run(args) {
      const { services, ctx, params } = args
      await countInstanceCall(args, params.id, params.challengeId)
      return services.instances.extend(ctx, params.id, params.challengeId)
    }
  })
})
export const loader = calls.loader
export const action = calls.action

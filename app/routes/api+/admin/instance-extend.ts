import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { detailsOf, instanceDetails, instanceParams } from '~/app/request/instance-models'
import { notFound } from '~/server/platform/errors'
import { wireInt } from '~/server/platform/wire'

const DAY = 24 * 60

const calls = api({
  POST: call({
    id: 'adminExtendInstance',
    summary: 'Move the end of a ready instance by some minutes',
    role: 'Admin',
    params: instanceParams,
    body: z.object({ minutes: wireInt(1, DAY) }),
    answer: instanceDetails,
    async run({ services, ctx, params: { id }, body }) {
      // One that waits, starts or ends has no end that could be moved.
      if ((await services.instances.extendAll(ctx, [id], body.minutes)) === 0)
        throw notFound('instance.not_found')
      return detailsOf(await services.instances.one(ctx, id))
    }
  })
})
export const loader = calls.loader
export const action = calls.action

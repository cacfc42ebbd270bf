import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { imageView } from '~/server/engines/contract'
import { idParam } from '~/server/platform/wire'

const calls = api({
  GET: call({
    id: 'editGetImage',
    summary: 'How far the images of a challenge are on every engine',
    role: 'Admin',
    params: z.object({ id: idParam, cId: idParam }),
    answer: z.array(imageView),
    async run({ services, ctx, params }) {
      return services.engines.imagesOf(ctx, await services.challenges.imagesOf(ctx, params.id, params.cId))
    }
  })
})
export const loader = calls.loader
export const action = calls.action

import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { imageView } from '~/server/engines/contract'
import { idParam } from '~/server/platform/wire'

const calls = api({
  GET: call({
    id: 'editGetImage',
    summary: 'How far the image of a challenge is on every engine',
    role: 'Admin',
    params: z.object({ id: idParam, cId: idParam }),
    answer: z.array(imageView),
    async run({ services, ctx, params }) {
      const image = await services.challenges.imageOf(ctx, params.id, params.cId)
      return image === '' ? [] : services.engines.imagesOf(ctx, image)
    }
  })
})
export const loader = calls.loader
export const action = calls.action

import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { AppError } from '~/server/platform/errors'
import { idParam } from '~/server/platform/wire'

const calls = api({
  POST: call({
    id: 'editPullImage',
    summary: 'Look up the images of a challenge again and fetch what they lead to now',
    role: 'Admin',
    params: z.object({ id: idParam, cId: idParam }),
    async run({ services, ctx, params }) {
      const images = await services.challenges.imagesOf(ctx, params.id, params.cId)
      if (images.length === 0) throw new AppError('challenge.image_missing')
      await services.engines.refresh(ctx, images)
    }
  })
})
export const loader = calls.loader
export const action = calls.action

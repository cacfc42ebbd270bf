import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { AppError } from '~/server/platform/errors'
import { idParam } from '~/server/platform/wire'

const calls = api({
  POST: call({
    id: 'editPullImage',
    summary: 'Look up the image of a challenge again and fetch what it leads to now',
    role: 'Admin',
    params: z.object({ id: idParam, cId: idParam }),
    async run({ services, ctx, params }) {
      const image = await services.challenges.imageOf(ctx, params.id, params.cId)
      if (image === '') throw new AppError('challenge.image_missing')
      await services.engines.refresh(ctx, image)
    }
  })
})
export const loader = calls.loader
export const action = calls.action

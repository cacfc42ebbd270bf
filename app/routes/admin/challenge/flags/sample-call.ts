import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { sampleQuery } from '~/server/challenges/flags/contract'
import { idParam } from '~/server/platform/wire'

const calls = api(null, {
  '/admin/games/:id/challenges/:chalId/Flags/Sample': {
    GET: call({
      id: 'pageFlagSamples',
      summary: 'Try a flag template',
      act: 'challenges',
      params: z.object({ id: idParam, chalId: idParam }),
      query: sampleQuery,
      run: async ({ services, ctx, params, query, translator }) => {
        const { fault, ...rest } = await services.challenges.samples(
          ctx,
          params.id,
          params.chalId,
          query.template
        )
        return Reply.json({
          ...rest,
          fault: fault && translator.translate(ctx.locale, `errors:${fault}`, {})
        })
      }
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle

import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { idParam } from '~/server/platform/wire'
import { composeView, NO_COMPOSE } from './compose-view'

/** Longer than allowed, so that too long texts get an error. */
const MAX_TEXT_LENGTH = 262_144

const calls = api(null, {
  '/admin/games/:id/challenges/:chalId/Container/Compose': {
    POST: call({
      id: 'pageComposeRead',
      summary: 'Look at a compose text',
      act: 'challenges',
      params: z.object({ id: idParam, chalId: idParam }),
      body: z.object({ text: z.string().max(MAX_TEXT_LENGTH, 'field.text_too_long') }),
      run: async ({ services, ctx, body, translator }) => {
        if (body.text.trim() === '') return Reply.json(NO_COMPOSE)
        const words = (key: string, params: object) => translator.translate(ctx.locale, key, { ...params })
        return Reply.json(composeView(services.challenges.readCompose(ctx, body.text), words))
      }
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle

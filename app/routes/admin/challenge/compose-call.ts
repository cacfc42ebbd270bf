import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { idParam } from '~/server/platform/wire'
import { composeView } from './compose-view'

/** More than a text may have: what is too long is to be told so. */
const MOST = 262_144

/** What a compose text would give, for the page that edits it. Nothing is stored. */
const calls = api({
  POST: call({
    id: 'pageComposeRead',
    summary: 'Look at a compose text',
    role: 'Admin',
    params: z.object({ id: idParam, chalId: idParam }),
    body: z.object({ text: z.string().max(MOST, 'field.text_too_long') }),
    run: async ({ ctx, body, translator }) =>
      Reply.json(composeView(body.text, (key, params) => translator.translate(ctx.locale, key, params)))
  })
})
export const loader = calls.loader
export const action = calls.action

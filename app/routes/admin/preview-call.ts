import { z } from 'zod'
import { markdown } from '~/app/components/markdown/render-markdown'
import { api, call, Reply } from '~/app/request/api'
import { RATES } from '~/server/limits/contract'

/** Length of the longest text that can be saved. */
const MAX_TEXT_LENGTH = 262_144

const calls = api(null, {
  '/admin/Preview': {
    POST: call({
      id: 'pagePreview',
      summary: 'Show Markdown as HTML',
      act: 'overview',
      reads: RATES.read,
      bodyLimit: 2 * 1024 * 1024,
      body: z.object({ content: z.string().max(MAX_TEXT_LENGTH, 'field.text_too_long') }),
      run: ({ body }) => Reply.json({ html: markdown(body.content) })
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle

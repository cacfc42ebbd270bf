import { z } from 'zod'
import { siteParts } from '~/app/components/site/site'
import { api, call, Reply } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { disposition } from '~/app/request/files/download'
import { LOCALES } from '~/server/platform/locales'

const calls = api('edit', {
  '/api/edit/games/:id/site': {
    GET: call({
      id: 'editGameSite',
      summary: 'An ended game as a static site that needs no server',
      act: 'export',
      params: byId,
      query: z.object({ locale: z.enum(LOCALES, { error: 'field.type_mismatch' }).optional() }),
      file: 'application/zip',
      async run({ services, ctx, translator, params, query }) {
        const content = await services.sites.content(ctx, params.id)
        const locale = query.locale ?? ctx.locale
        const options = { t: translator.textOf(locale), locale, now: ctx.now }
        const headers = {
          'Content-Type': 'application/zip',
          'Content-Disposition': disposition('attachment', `site-${params.id}.zip`)
        }
        return new Reply(200, headers, services.assets.zip(siteParts(content, options), ctx.now))
      }
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle

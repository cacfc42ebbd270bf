import { api, call, Reply } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { disposition } from '~/app/request/files/download'
import { buildInfo } from '~/app/request/page/build'
import { everythingQuery } from '~/server/event-archive/contract'

const calls = api('edit', {
  '/api/edit/games/:id/everything': {
    GET: call({
      id: 'editGameEverything',
      summary: 'All that is stored of an event as one ZIP, for a login that was confirmed',
      scope: null,
      act: 'export',
      params: byId,
      query: everythingQuery,
      file: 'application/zip',
      async run({ services, ctx, params, query, request }) {
        const { version } = await buildInfo()
        const content = await request.whileConnected((signal) =>
          services.everything.of(ctx, params.id, { ...query, version, signal })
        )
        const headers = {
          'Content-Type': 'application/zip',
          'Content-Disposition': disposition('attachment', `everything-${params.id}.zip`),
          'Cache-Control': 'private, no-store'
        }
        return new Reply(200, headers, content)
      }
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle

import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { disposition } from '~/app/request/download'
import { idParam } from '~/server/platform/wire'
import { exportQuery } from '~/server/transfer/contract'

const calls = api({
  GET: call({
    id: 'editExportGame',
    summary: 'Export a game with its challenges, flags and files',
    role: 'Admin',
    params: z.object({ id: idParam }),
    query: exportQuery,
    file: 'application/zip',
    async run({ services, ctx, params, query }) {
      const { name, content } = await services.transfer.export(ctx, params.id, query)
      const headers = {
        'Content-Type': 'application/zip',
        'Content-Disposition': disposition('attachment', name)
      }
      return new Reply(200, headers, content)
    }
  })
})
export const loader = calls.loader
export const action = calls.action

import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { disposition } from '~/app/request/download'
import { idParam } from '~/server/platform/wire'

const calls = api({
  GET: call({
    id: 'adminDownloadAllWriteups',
    summary: 'Download all writeups',
    role: 'Admin',
    params: z.object({ id: idParam }),
    file: 'application/zip',
    async run({ services, ctx, params }) {
      const { name, content } = await services.writeups.archive(ctx, params.id)
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

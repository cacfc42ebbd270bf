import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { disposition } from '~/app/request/download'
import { idParam } from '~/server/platform/wire'

const params = z.object({ challengeId: idParam, partId: idParam, filename: z.string() })

const calls = api({
  GET: call({
    id: 'gameGetTeamTraffic',
    summary: 'Download a capture',
    role: 'Monitor',
    params,
    file: 'application/octet-stream',
    async run({ services, ctx, params: { challengeId, partId, filename } }) {
      const file = await services.captures.file(ctx, challengeId, partId, filename)
      const headers = {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': disposition('attachment', filename)
      }
      return new Reply(200, headers, file)
    }
  }),
  DELETE: call({
    id: 'gameDeleteTeamTraffic',
    summary: 'Delete a capture',
    role: 'Admin',
    params,
    run: async ({ services, ctx, params: { challengeId, partId, filename } }) => {
      await services.captures.remove(ctx, { challengeId, participationId: partId, file: filename })
    }
  })
})
export const loader = calls.loader
export const action = calls.action

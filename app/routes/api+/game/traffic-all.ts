import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { disposition } from '~/app/request/download'
import { idParam } from '~/server/platform/wire'

const params = z.object({ challengeId: idParam, partId: idParam })

const calls = api({
  GET: call({
    id: 'gameGetAllTeamTraffic',
    summary: 'Download all captures of a team',
    role: 'Monitor',
    params,
    file: 'application/zip',
    async run({ services, ctx, params: { challengeId, partId } }) {
      const { name, file } = await services.captures.archive(ctx, challengeId, partId)
      const headers = {
        'Content-Type': 'application/zip',
        'Content-Disposition': disposition('attachment', name)
      }
      return new Reply(200, headers, file)
    }
  }),
  DELETE: call({
    id: 'gameDeleteAllTeamTraffic',
    summary: 'Delete all captures of a team',
    role: 'Admin',
    params,
    run: async ({ services, ctx, params: { challengeId, partId } }) => {
      await services.captures.remove(ctx, { challengeId, participationId: partId, file: null })
    }
  })
})
export const loader = calls.loader
export const action = calls.action

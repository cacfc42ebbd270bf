import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { disposition } from '~/app/request/download'
import { idParam } from '~/server/platform/wire'

const calls = api({
  GET: call({
    id: 'gameGetAllChallengeTraffic',
    summary: 'Download all captures of a challenge (not in the contract)',
    role: 'Monitor',
    params: z.object({ challengeId: idParam }),
    file: 'application/zip',
    async run({ services, ctx, params: { challengeId } }) {
      const { name, file } = await services.captures.archive(ctx, challengeId, null)
      const headers = {
        'Content-Type': 'application/zip',
        'Content-Disposition': disposition('attachment', name)
      }
      return new Reply(200, headers, file)
    }
  })
})
export const loader = calls.loader
export const action = calls.action

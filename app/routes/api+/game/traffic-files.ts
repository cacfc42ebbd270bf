import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { captureFile } from '~/server/captures/contract'
import { idParam } from '~/server/platform/wire'

const calls = api({
  GET: call({
    id: 'gameGetTeamTrafficAll',
    summary: 'Capture files of a team',
    role: 'Monitor',
    params: z.object({ challengeId: idParam, partId: idParam }),
    answer: z.array(captureFile),
    run: ({ services, ctx, params }) => services.captures.trafficFiles(ctx, params.challengeId, params.partId)
  })
})
export const loader = calls.loader
export const action = calls.action

import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { trafficTeam } from '~/server/captures/contract'
import { idParam } from '~/server/platform/wire'

const calls = api({
  GET: call({
    id: 'gameGetChallengeTraffic',
    summary: 'Teams with captures',
    role: 'Monitor',
    params: z.object({ challengeId: idParam }),
    answer: z.array(trafficTeam),
    run: ({ services, ctx, params }) => services.captures.trafficTeams(ctx, params.challengeId)
  })
})
export const loader = calls.loader
export const action = calls.action

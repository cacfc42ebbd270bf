import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { trafficChallenge } from '~/server/captures/contract'
import { idParam } from '~/server/platform/wire'

const calls = api({
  GET: call({
    id: 'gameGetChallengesWithTrafficCapturing',
    summary: 'Challenges with capture on',
    role: 'Monitor',
    params: z.object({ id: idParam }),
    answer: z.array(trafficChallenge),
    run: ({ services, ctx, params }) => services.captures.trafficChallenges(ctx, params.id)
  })
})
export const loader = calls.loader
export const action = calls.action

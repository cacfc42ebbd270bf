import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { participationInfo } from '~/server/participations/contract'
import { idParam } from '~/server/platform/wire'

const calls = api({
  GET: call({
    id: 'gameParticipations',
    summary: 'Registrations of a game',
    role: 'Admin',
    params: z.object({ id: idParam }),
    answer: z.array(participationInfo),
    run: ({ services, ctx, params }) => services.participations.review(ctx, params.id)
  })
})
export const loader = calls.loader
export const action = calls.action

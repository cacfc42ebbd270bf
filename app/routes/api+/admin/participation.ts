import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { participationStatus } from '~/server/participations/contract'
import { idParam } from '~/server/platform/wire'

const calls = api({
  PUT: call({
    id: 'adminParticipation',
    summary: 'Set a registration status',
    role: 'Admin',
    params: z.object({ id: idParam, status: participationStatus }),
    run: ({ services, ctx, params }) => services.participations.setStatus(ctx, params.id, params.status)
  })
})
export const loader = calls.loader
export const action = calls.action

import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { participationEdit } from '~/server/participations/contract'
import { idParam } from '~/server/platform/wire'

const calls = api({
  PUT: call({
    id: 'adminEditParticipation',
    summary: 'Change status or division of a registration',
    role: 'Admin',
    params: z.object({ id: idParam }),
    body: participationEdit,
    run: ({ services, ctx, params, body }) => services.participations.change(ctx, params.id, body)
  })
})
export const loader = calls.loader
export const action = calls.action

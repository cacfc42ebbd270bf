import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { jsonPieces } from '~/app/request/json-pieces'
import { participationInfo, participationPart } from '~/server/participations/contract'
import { idParam } from '~/server/platform/wire'

const calls = api({
  GET: call({
    id: 'gameParticipations',
    summary: 'Registrations of a game',
    role: 'Admin',
    params: z.object({ id: idParam }),
    query: participationPart,
    answer: z.array(participationInfo),
    run: async ({ services, ctx, params, query, request }) =>
      jsonPieces(await services.participations.review(ctx, params.id, query), request)
  })
})
export const loader = calls.loader
export const action = calls.action

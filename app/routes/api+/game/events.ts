import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { eventQuery, gameEventView } from '~/server/monitoring/contract'
import { idParam } from '~/server/platform/wire'

const calls = api({
  GET: call({
    id: 'gameEvents',
    summary: 'Events',
    role: 'Monitor',
    params: z.object({ id: idParam }),
    query: eventQuery,
    answer: z.array(gameEventView),
    run: ({ services, ctx, params, query }) => services.monitoring.events(ctx, params.id, query, query)
  })
})
export const loader = calls.loader
export const action = calls.action

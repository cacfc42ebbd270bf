import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { idParam } from '~/server/platform/wire'
import { watchView } from '~/server/watch/contract'

const calls = api('monitor', {
  // Not in the contract (docs/rules/watch.md).
  '/api/game/:id/watch': {
    GET: call({
      id: 'gameWatch',
      summary: 'Health, figures and matters of a game for staff',
      role: 'Monitor',
      params: z.object({ id: idParam }),
      answer: watchView,
      run: ({ services, ctx, params }) => services.watching.of(ctx, params.id)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle

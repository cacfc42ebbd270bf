import { api, call } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { signalsView } from '~/server/signals/contract'
import { watchView } from '~/server/watch/contract'

const calls = api('monitor', {
  // Not in the contract (docs/rules/watch.md).
  '/api/game/:id/watch': {
    GET: call({
      id: 'gameWatch',
      summary: 'Health, figures and matters of a game for staff',
      act: 'watch',
      params: byId,
      answer: watchView,
      run: ({ services, ctx, params }) => services.watching.of(ctx, params.id)
    })
  },
  // Not in the contract (docs/rules/signals.md).
  '/api/game/:id/signals': {
    GET: call({
      id: 'gameSignals',
      summary: 'What teams of a game have in common, for staff',
      act: 'cases',
      params: byId,
      answer: signalsView,
      run: ({ services, ctx, params }) => services.signals.of(ctx, params.id)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle

import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { rehearsalInput, rehearsalView } from '~/server/rehearsals/contract'

const calls = api('edit', {
  // Not in the contract (docs/rules/rehearsals.md).
  '/api/edit/games/:id/rehearsals': {
    GET: call({
      id: 'editRehearsals',
      summary: 'The last dress rehearsals of a game, newest first',
      act: 'rehearsals',
      params: byId,
      answer: z.array(rehearsalView),
      run: ({ services, ctx, params }) => services.rehearsals.list(ctx, params.id)
    }),
    POST: call({
      id: 'editStartRehearsal',
      summary: 'Rehearse a game with teams that nobody sees; returns the one that runs, if there is one',
      act: 'rehearsals',
      params: byId,
      body: rehearsalInput,
      answer: rehearsalView,
      run: ({ services, ctx, params, body }) => services.rehearsals.start(ctx, params.id, body)
    }),
    DELETE: call({
      id: 'editStopRehearsal',
      summary: 'Stop the rehearsal of a game; what it found is kept',
      act: 'rehearsals',
      params: byId,
      answer: rehearsalView,
      run: ({ services, ctx, params }) => services.rehearsals.stop(ctx, params.id)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle

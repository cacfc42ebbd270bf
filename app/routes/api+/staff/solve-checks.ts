import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { idParam } from '~/server/platform/wire'
import { checkItem, checkStarted, checkView } from '~/server/solve-checks/contract'

const ofChallenge = byId.extend({ cId: idParam })

// Not in the contract (docs/rules/solve-checks.md).
const calls = api('edit', {
  '/api/edit/games/:id/checks': {
    GET: call({
      id: 'editGameChecks',
      summary: 'List how the solve checks of a game stand',
      act: 'challenges',
      params: byId,
      answer: z.array(checkItem),
      run: ({ services, ctx, params }) => services.solveChecks.list(ctx, params.id)
    })
  },
  '/api/edit/games/:id/challenges/:cId/check': {
    GET: call({
      id: 'editGetGameChallengeCheck',
      summary: 'Read the solve checks of a challenge',
      act: 'challenges',
      params: ofChallenge,
      answer: checkView,
      run: ({ services, ctx, params }) => services.solveChecks.of(ctx, params.id, params.cId)
    }),
    POST: call({
      id: 'editCheckGameChallenge',
      summary: 'Check that a challenge can be solved',
      act: 'challenges',
      params: ofChallenge,
      answer: checkStarted,
      run: async ({ services, ctx, params }) => ({
        id: await services.solveChecks.start(ctx, params.id, params.cId)
      })
    })
  },
  '/api/game/:id/checks': {
    GET: call({
      id: 'gameChecks',
      summary: 'How the solve checks of a game stand, flags masked, for staff',
      act: 'checks',
      scope: 'monitor',
      params: byId,
      answer: z.array(checkItem),
      run: ({ services, ctx, params }) => services.solveChecks.list(ctx, params.id)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle

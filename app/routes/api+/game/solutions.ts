import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { byId } from '~/app/request/api/params'
import { idParam } from '~/server/platform/wire'
import { solutionList, solutionView } from '~/server/solutions/contract'

// Not in the contract (docs/rules/challenges.md#solutions).
const calls = api('read', {
  '/api/game/:id/solutions': {
    GET: call({
      id: 'gameSolutions',
      summary: 'Challenges of a game that is over, with what is published about them',
      params: byId,
      answer: solutionList,
      run: ({ services, ctx, params }) => services.solutions.list(ctx, params.id)
    })
  },
  '/api/game/:id/solutions/:challengeId': {
    GET: call({
      id: 'gameSolution',
      summary: 'The solution of a challenge of a game that is over',
      params: z.object({ id: idParam, challengeId: idParam }),
      answer: solutionView,
      run: ({ services, ctx, params }) => services.solutions.one(ctx, params.id, params.challengeId)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle

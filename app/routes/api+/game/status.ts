import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { idParam } from '~/server/platform/wire'
import { ANSWER_RESULTS } from '~/server/submissions/contract'

const calls = api({
  GET: call({
    id: 'gameStatus',
    summary: 'Poll a verdict',
    role: 'User',
    params: z.object({ id: idParam, challengeId: idParam, submitId: idParam }),
    answer: z.enum(ANSWER_RESULTS),
    run: ({ services, ctx, params }) =>
      services.submissions.status(ctx, params.id, params.challengeId, params.submitId)
  })
})
export const loader = calls.loader
export const action = calls.action

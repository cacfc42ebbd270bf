import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { challengeView } from '~/server/challenges/contract'
import { RATES } from '~/server/platform/rates'
import { idParam } from '~/server/platform/wire'
import { flagSubmitInput } from '~/server/submissions/contract'

const params = z.object({ id: idParam, challengeId: idParam })

const calls = api({
  GET: call({
    id: 'gameGetChallenge',
    summary: 'Read a challenge',
    role: 'User',
    params,
    answer: challengeView,
    run: ({ services, ctx, params }) => services.challenges.play(ctx, params.id, params.challengeId)
  }),
  POST: call({
    id: 'gameSubmit',
    summary: 'Submit a flag',
    role: 'User',
    params,
    body: flagSubmitInput,
    answer: z.int(),
    rate: RATES.flag,
    run: ({ services, ctx, params, body }) =>
      services.submissions.submit(ctx, params.id, params.challengeId, body.flag)
  })
})
export const loader = calls.loader
export const action = calls.action

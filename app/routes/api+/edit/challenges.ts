import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { challengeEdit, challengeInfo, challengeInput } from '~/server/challenges/contract'
import { idParam } from '~/server/platform/wire'

const params = z.object({ id: idParam })

const calls = api({
  GET: call({
    id: 'editGetGameChallenges',
    summary: 'Challenges for editors',
    role: 'Admin',
    params,
    answer: z.array(challengeInfo),
    run: ({ services, ctx, params }) => services.challenges.editList(ctx, params.id)
  }),
  POST: call({
    id: 'editAddGameChallenge',
    summary: 'Create a challenge',
    role: 'Admin',
    params,
    body: challengeInput,
    answer: challengeEdit,
    run: ({ services, ctx, params, body }) => services.challenges.create(ctx, params.id, body)
  })
})
export const loader = calls.loader
export const action = calls.action

import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { challengeEdit, challengeUpdate } from '~/server/challenges/contract'
import { idParam } from '~/server/platform/wire'

const params = z.object({ id: idParam, cId: idParam })

const calls = api({
  GET: call({
    id: 'editGetGameChallenge',
    summary: 'Read a challenge for editors',
    role: 'Admin',
    params,
    answer: challengeEdit,
    run: ({ services, ctx, params }) => services.challenges.editOne(ctx, params.id, params.cId)
  }),
  PUT: call({
    id: 'editUpdateGameChallenge',
    summary: 'Change a challenge',
    role: 'Admin',
    params,
    body: challengeUpdate,
    answer: challengeEdit,
    run: ({ services, ctx, params, body }) =>
      services.challenges.update(ctx, params.id, params.cId, body, { ownWrites: true })
  }),
  DELETE: call({
    id: 'editRemoveGameChallenge',
    summary: 'Delete a challenge',
    role: 'Admin',
    params,
    run: ({ services, ctx, params }) => services.challenges.remove(ctx, params.id, params.cId)
  })
})
export const loader = calls.loader
export const action = calls.action

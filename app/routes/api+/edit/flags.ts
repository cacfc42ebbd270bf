import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { flagsInput } from '~/server/challenges/contract'
import { idParam } from '~/server/platform/wire'

const calls = api({
  POST: call({
    id: 'editAddFlags',
    summary: 'Add flags',
    role: 'Admin',
    params: z.object({ id: idParam, cId: idParam }),
    body: flagsInput,
    bodyLimit: 4 * 1024 * 1024,
    // How many were new is for our own page: the contract answers nothing.
    run: async ({ services, ctx, params, body }) =>
      void (await services.challenges.addFlags(ctx, params.id, params.cId, body))
  })
})
export const loader = calls.loader
export const action = calls.action

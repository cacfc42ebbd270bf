import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { idParam } from '~/server/platform/wire'

const calls = api({
  POST: call({
    id: 'adminTestEngine',
    summary: 'Have the self-test of an engine run now; its result is in the list',
    role: 'Admin',
    params: z.object({ id: idParam }),
    run: ({ services, ctx, params }) => services.engines.test(ctx, params.id)
  })
})
export const loader = calls.loader
export const action = calls.action

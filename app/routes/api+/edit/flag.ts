import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { idParam, TASK_STATUSES } from '~/server/platform/wire'

const calls = api({
  DELETE: call({
    id: 'editRemoveFlag',
    summary: 'Remove a flag',
    role: 'Admin',
    params: z.object({ id: idParam, cId: idParam, fId: idParam }),
    answer: z.enum(TASK_STATUSES),
    run: ({ services, ctx, params }) => services.challenges.removeFlag(ctx, params.id, params.cId, params.fId)
  })
})
export const loader = calls.loader
export const action = calls.action

import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { attachmentInput } from '~/server/assets/contract'
import { idParam } from '~/server/platform/wire'

const calls = api({
  POST: call({
    id: 'editUpdateAttachment',
    summary: 'Set the shared attachment',
    role: 'Admin',
    params: z.object({ id: idParam, cId: idParam }),
    body: attachmentInput,
    run: ({ services, ctx, params, body }) =>
      services.challenges.setAttachment(ctx, params.id, params.cId, body)
  })
})
export const loader = calls.loader
export const action = calls.action

import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { idParam } from '~/server/platform/wire'

const calls = api({
  POST: call({
    id: 'adminDrainEngine',
    summary: 'Let no new instance start on an engine, or let them start again',
    role: 'Admin',
    params: z.object({ id: idParam }),
    body: z.object({ draining: z.boolean({ error: 'field.type_mismatch' }).default(true) }),
    run: ({ services, ctx, params, body }) => services.engines.drain(ctx, params.id, body.draining)
  })
})
export const loader = calls.loader
export const action = calls.action

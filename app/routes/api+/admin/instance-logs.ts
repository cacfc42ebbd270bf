import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { instanceParams } from '~/app/request/instance-models'
import { instanceLogLine } from '~/server/instances/contract'
import { wireNumber } from '~/server/platform/wire'

const calls = api({
  GET: call({
    id: 'adminInstanceLogs',
    summary: 'Read the newest lines an instance has written, flags masked',
    role: 'Admin',
    params: instanceParams,
    /** Milliseconds: only what was written after that. */
    query: z.object({ since: wireNumber(0, Number.MAX_SAFE_INTEGER).optional() }),
    answer: z.array(instanceLogLine),
    run: ({ services, ctx, params, query }) => services.instances.logs(ctx, params.id, query.since ?? null)
  })
})
export const loader = calls.loader
export const action = calls.action

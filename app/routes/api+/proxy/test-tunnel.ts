import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'

/** The same for test instances of organisers. Whoever asks without an upgrade only learns whether it is good. */
const calls = api({
  GET: call({
    id: 'proxyProxyForNoInstance',
    summary: 'TCP over WebSocket to a test instance',
    params: z.object({ id: z.string() }),
    run: async ({ services, ctx, limits, params }) => {
      await services.instances.tickets.admit(ctx, params.id, 'test', limits)
      return new Reply(204)
    }
  })
})
export const loader = calls.loader
export const action = calls.action

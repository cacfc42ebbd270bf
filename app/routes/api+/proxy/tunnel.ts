import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'

/** A ticket, which is what the entry of an instance is when players come by tunnels. Whoever asks without an upgrade only learns whether it is good. */
const calls = api({
  GET: call({
    id: 'proxyProxyForInstance',
    summary: 'TCP over WebSocket to an instance',
    params: z.object({ id: z.string() }),
    run: async ({ services, ctx, limits, params }) => {
      await services.instances.tickets.admit(ctx, params.id, 'team', limits)
      return new Reply(204)
    }
  })
})
export const loader = calls.loader
export const action = calls.action

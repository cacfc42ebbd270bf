import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'

const byId = z.object({ id: z.string() })

/** `id` is a ticket. Tunnels are upgrades (server/http/tunnels); other requests learn whether it is valid. */
const calls = api('play', {
  '/api/proxy/noinst/:id': {
    GET: call({
      id: 'proxyProxyForNoInstance',
      summary: 'TCP over WebSocket to a test instance',
      params: byId,
      run: async ({ services, ctx, limits, params }) => {
        await services.instances.tickets.admit(ctx, params.id, 'test', limits)
        return new Reply(204)
      }
    })
  },
  '/api/proxy/:id': {
    GET: call({
      id: 'proxyProxyForInstance',
      summary: 'TCP over WebSocket to an instance',
      params: byId,
      run: async ({ services, ctx, limits, params }) => {
        await services.instances.tickets.admit(ctx, params.id, 'team', limits)
        return new Reply(204)
      }
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle

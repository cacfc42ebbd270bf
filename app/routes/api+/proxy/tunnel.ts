import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { AppError } from '~/server/platform/errors'

/** Instances are reached by published ports, never through the platform: every tunnel is refused, known or not. */
const calls = api({
  GET: call({
    id: 'proxyProxyForInstance',
    summary: 'TCP over WebSocket to an instance',
    params: z.object({ id: z.string() }),
    run: () => {
      throw new AppError('proxy.disabled')
    }
  })
})
export const loader = calls.loader
export const action = calls.action

import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { AppError } from '~/server/platform/errors'

/** The same for test instances. */
const calls = api({
  GET: call({
    id: 'proxyProxyForNoInstance',
    summary: 'TCP over WebSocket to a test instance',
    params: z.object({ id: z.string() }),
    run: () => {
      throw new AppError('proxy.disabled')
    }
  })
})
export const loader = calls.loader
export const action = calls.action

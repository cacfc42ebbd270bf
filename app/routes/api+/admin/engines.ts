import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { engineModel, engineOf } from '~/app/request/instance-models'

const calls = api({
  GET: call({
    id: 'adminEngines',
    summary: 'List container engines',
    role: 'Admin',
    answer: z.array(engineModel),
    run: async ({ services, ctx }) => (await services.engines.list(ctx)).map(engineOf)
  })
})
export const loader = calls.loader
export const action = calls.action

import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { cheatInfo } from '~/server/monitoring/contract'
import { idParam } from '~/server/platform/wire'

const calls = api({
  GET: call({
    id: 'gameCheatInfo',
    summary: 'Cheat records',
    role: 'Monitor',
    params: z.object({ id: idParam }),
    answer: z.array(cheatInfo),
    run: ({ services, ctx, params }) => services.monitoring.cheats(ctx, params.id)
  })
})
export const loader = calls.loader
export const action = calls.action

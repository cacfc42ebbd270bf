import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { idParam } from '~/server/platform/wire'

const calls = api({
  GET: call({
    id: 'editGetHashSalt',
    summary: 'Read the team hash salt',
    role: 'Admin',
    params: z.object({ id: idParam }),
    answer: z.string(),
    run: ({ services, ctx, params }) => services.games.salt(ctx, params.id)
  })
})
export const loader = calls.loader
export const action = calls.action

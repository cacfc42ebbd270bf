import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { ONE_IMAGE } from '~/server/assets/contract'
import { idParam } from '~/server/platform/wire'

const calls = api({
  PUT: call({
    id: 'teamAvatar',
    summary: 'Upload the team avatar',
    role: 'User',
    params: z.object({ id: idParam }),
    files: ONE_IMAGE,
    answer: z.string(),
    run: ({ services, ctx, params, files }) => services.assets.setTeamAvatar(ctx, params.id, files[0])
  })
})
export const loader = calls.loader
export const action = calls.action

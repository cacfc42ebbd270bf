import { z } from 'zod'
import { api, call } from '~/app/request/api'
import { ONE_IMAGE } from '~/server/assets/contract'

const calls = api({
  PUT: call({
    id: 'accountAvatar',
    summary: 'Upload own avatar',
    role: 'User',
    files: ONE_IMAGE,
    answer: z.string(),
    run: ({ services, ctx, files }) => services.assets.setAvatar(ctx, files[0])
  })
})
export const loader = calls.loader
export const action = calls.action

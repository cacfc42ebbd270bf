import { api, call } from '~/app/request/api'
import { ONE_IMAGE } from '~/server/assets/contract'

const calls = api({
  POST: call({
    id: 'adminUpdateLogo',
    summary: 'Upload the logo',
    role: 'Admin',
    files: ONE_IMAGE,
    run: ({ services, ctx, files }) => services.assets.setLogo(ctx, files[0])
  }),
  DELETE: call({
    id: 'adminResetLogo',
    summary: 'Remove the logo',
    role: 'Admin',
    run: ({ services, ctx }) => services.assets.clearLogo(ctx)
  })
})
export const loader = calls.loader
export const action = calls.action

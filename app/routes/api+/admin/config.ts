import { api, call } from '~/app/request/api'
import { configView, settingsInput } from '~/server/settings/contract'

const calls = api({
  GET: call({
    id: 'adminGetConfigs',
    summary: 'Read all settings',
    role: 'Admin',
    answer: configView,
    run: ({ services, ctx }) => services.settings.editAll(ctx)
  }),
  PUT: call({
    id: 'adminUpdateConfigs',
    summary: 'Change settings',
    role: 'Admin',
    body: settingsInput,
    run: async ({ services, ctx, body }) => void (await services.settings.update(ctx, body))
  })
})
export const loader = calls.loader
export const action = calls.action

import { api, call } from '~/app/request/api'
import { appearanceInput, appearanceView } from '~/server/appearance/contract'

// Not in the contract (docs/rules/appearance.md).
const calls = api('admin', {
  '/api/admin/appearance': {
    GET: call({
      id: 'adminAppearance',
      summary: 'Colours, texts and own CSS of the platform',
      role: 'Admin',
      answer: appearanceView,
      run: ({ services, ctx }) => services.appearance.edit(ctx)
    }),
    PUT: call({
      id: 'adminUpdateAppearance',
      summary: 'Change colours, texts and own CSS of the platform; what is absent stays',
      role: 'Admin',
      body: appearanceInput,
      answer: appearanceView,
      run: ({ services, ctx, body }) => services.appearance.update(ctx, body)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle

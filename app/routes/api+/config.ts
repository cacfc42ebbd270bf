import { api, call } from '~/app/request/api'
import { clientConfig } from '~/server/settings/contract'

const calls = api({
  GET: call({
    id: 'infoGetClientConfig',
    summary: 'Client settings',
    answer: clientConfig,
    run: ({ services }) => services.settings.client()
  })
})
export const loader = calls.loader
export const action = calls.action

import { api, call } from '~/app/request/api'
import { signatureInput } from '~/server/teams/contract'

const calls = api({
  POST: call({
    id: 'teamVerifySignature',
    summary: 'Check a team token',
    body: signatureInput,
    run: ({ services, body }) => services.teams.verify(body)
  })
})
export const loader = calls.loader
export const action = calls.action

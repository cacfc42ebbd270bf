import { api, call } from '~/app/request/api'
import { notFound } from '~/server/platform/errors'

const run = () => {
  throw notFound('request.not_found')
}
const missing = call({ id: 'missing', summary: 'No such call', run })

/** Everything below /api that is no call. */
const calls = api({ GET: missing, POST: missing, PUT: missing, DELETE: missing })
export const loader = calls.loader
export const action = calls.action

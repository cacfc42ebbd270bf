import createFetchClient from 'openapi-fetch'

export class HalyardError extends Error {
  constructor(status, { title = '', code = '', ...rest } = {}) {
    super(title || `The platform answered ${status}`)
    this.name = 'HalyardError'
    this.status = status
    this.code = code
    this.details = rest
  }
}

const refusals = {
  async onResponse({ response }) {
    if (response.ok || response.status === 304) return undefined
    const body = await response
      .clone()
      .json()
      .catch(() => ({}))
    throw new HalyardError(response.status, body)
  }
}

export function createClient({ url, token, language, fetch }) {
  const headers = {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(language && { 'Accept-Language': language })
  }
  // The platform reads lists with commas; of a name that is repeated the last one counts.
  const querySerializer = { array: { style: 'form', explode: false } }
  const client = createFetchClient({ baseUrl: url, headers, querySerializer, ...(fetch && { fetch }) })
  client.use(refusals)
  return client
}

import { once } from 'node:events'
import { type IncomingHttpHeaders, request as send } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { bodyOf, DOMAIN, HOST, type Named, openGate, type TestGate } from './gate'

export interface RequestOptions {
  method?: string
  path?: string
  headers?: Record<string, string | string[]>
  body?: string | Readable
}

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: string
  trailers: NodeJS.Dict<string>
}

/** A gate and its clients, for all tests of a file. */
export function openGateSuite() {
  let stage: TestGate
  beforeAll(async () => {
    stage = await openGate()
  })
  afterAll(() => stage?.close())

  const sockets: { destroy(): void }[] = []
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })

  /** Requests a host name as a browser would. */
  async function ask({ host }: Pick<Named, 'host'>, wish: RequestOptions = {}): Promise<Reply> {
    const { method = 'GET', path = '/', headers = {}, body } = wish
    const req = send({
      host: HOST,
      port: stage.port,
      method,
      path,
      agent: false,
      headers: { Host: host, ...headers }
    })
    if (body instanceof Readable) body.pipe(req)
    else req.end(body)
    // Errors may also come after the reply, for example if a connection closes before all was sent.
    req.on('error', () => {})
    const [res] = await once(req, 'response')
    const text = await bodyOf(res)
    return { status: res.statusCode, headers: res.headers, body: text, trailers: res.trailers }
  }

  const mirror = () =>
    stage.web(async (req, res) => {
      const body = await bodyOf(req)
      res.end(
        JSON.stringify({
          method: req.method,
          url: req.url,
          raw: req.rawHeaders,
          body,
          trailers: req.trailers
        })
      )
    })
  const unknown = { host: `box-0123456789abcdef.${DOMAIN}` }

  return {
    sockets,
    ask,
    mirror,
    unknown,
    get stage() {
      return stage
    }
  }
}

import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { UserError } from '../../shared/output'
import { Http } from './http'
import { inParallel, Semaphore } from './pool'

let server: Server
let http: Http
const stop = new AbortController()

async function serve(listener: RequestListener): Promise<void> {
  server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  http = new Http(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 4, stop.signal)
}
afterEach(() => {
  http?.close()
  server?.close()
})

describe('Http', () => {
  it('sends JSON and a cookie, and keeps the session it is given', async () => {
    await serve((request, response) => {
      response.setHeader('Set-Cookie', 'halyard_session=abc; Path=/; HttpOnly')
      response.end(
        JSON.stringify([request.method, request.url, request.headers.cookie, request.headers['content-type']])
      )
    })
    const answer = await http.call({ method: 'POST', path: '/api/x?y=1', body: { a: 1 }, cookie: 'k=v' })
    expect(answer).toMatchObject({
      status: 200,
      cookie: 'halyard_session=abc',
      body: ['POST', '/api/x?y=1', 'k=v', 'application/json']
    })
  })

  it('waits as Retry-After asks, then goes on', async () => {
    let asked = 0
    await serve((_request, response) => {
      asked++
      if (asked === 1) response.writeHead(429, { 'Retry-After': '1' })
      response.end('5')
    })
    const began = performance.now()
    expect((await http.call({ path: '/' })).body).toBe(5)
    expect(performance.now() - began).toBeGreaterThan(950)
  })

  it('gives up with a way out when the wait would be long', async () => {
    await serve((_request, response) => response.writeHead(429, { 'Retry-After': '600' }).end())
    await expect(http.call({ path: '/api/account/register' })).rejects.toThrow(
      /600 s.*HALYARD_RATE_LIMITS=off/
    )
  })

  it('reports at once that the address does not reply', async () => {
    await serve((_request, response) => response.end())
    await expect(http.reach()).resolves.toBeUndefined()
    http.close()
    server.close()
    await expect(http.reach()).rejects.toThrow(/does not answer .*npm start/)
  })

  it('reports the platform’s reason for a refusal', async () => {
    await serve((_request, response) => response.writeHead(400).end('{"title":"No.","status":400}'))
    await expect(http.need({ path: '/x' })).rejects.toThrow(new UserError('GET /x was answered 400: No.'))
  })
})

describe('inParallel', () => {
  it('keeps the order of results and never passes the width', async () => {
    let now = 0
    let most = 0
    const results = await inParallel([30, 1, 20, 2, 5], 2, async (ms, index) => {
      most = Math.max(most, ++now)
      await new Promise((resolve) => setTimeout(resolve, ms))
      now--
      return index
    })
    expect(results).toEqual([0, 1, 2, 3, 4])
    expect(most).toBe(2)
  })

  it('starts nothing more after a failure', async () => {
    const begun: number[] = []
    const work = async (item: number) => {
      begun.push(item)
      await Promise.resolve()
      if (item === 2) throw new Error('no')
    }
    await expect(inParallel([1, 2, 3, 4, 5, 6], 1, work)).rejects.toThrow('no')
    expect(begun).toEqual([1, 2])
  })
})

it('Semaphore serves in order of requests', async () => {
  const slots = new Semaphore(1)
  const served: number[] = []
  const ask = async (number: number) => {
    await slots.take()
    served.push(number)
    await Promise.resolve()
    slots.give()
  }
  await Promise.all([ask(1), ask(2), ask(3)])
  expect(served).toEqual([1, 2, 3])
})

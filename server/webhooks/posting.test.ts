import { createServer } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insideOf, isWebhookAddress, postDelivery } from './posting'

const inside = insideOf({ WEBHOOK_PRIVATE_ALLOW: ['127.0.0.0/8'] })

describe('a receiver in a network that the operator allows', () => {
  let port: number
  let requests: string[] = []
  const server = createServer((req, res) => {
    requests.push(req.url ?? '')
    if (req.url === '/away') res.writeHead(302, { Location: '/elsewhere' }).end()
    else res.end('ok')
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  beforeEach(() => {
    requests = []
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const send = (url: string, lookup?: LookupFunction, by = inside) =>
    postDelivery(
      { url: new URL(url), method: 'POST', headers: {}, body: '{}' },
      { inside: by, ...(lookup && { lookup }) }
    )
  /** Each look-up gives the next answer. */
  const answering =
    (...answers: string[][]): LookupFunction =>
    (_, __, callback) =>
      callback(
        null,
        answers.shift()!.map((address) => ({ address, family: 4 }))
      )

  it('is reached by address and by name, without TLS too', async () => {
    expect(await send(`http://127.0.0.1:${port}/in`)).toEqual({ status: 200, answer: 'ok', error: null })
    expect(await send(`http://chat.example:${port}/in`, answering(['127.0.0.1']))).toMatchObject({
      status: 200
    })
    expect(requests).toEqual(['/in', '/in'])
  })

  it('is refused once its name leads elsewhere, even beside an allowed address', async () => {
    const lookup = answering(['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1', '169.254.169.254'], ['1.1.1.1'])
    const answers = []
    for (let i = 0; i < 4; i++) answers.push(await send(`http://chat.example:${port}/in`, lookup))
    expect(answers.map(({ status, error }) => status ?? error)).toEqual([
      200,
      'address',
      'address',
      'address'
    ])
    expect(requests).toEqual(['/in'])
  })

  it('leads nowhere else by a redirect', async () => {
    expect(await send(`http://127.0.0.1:${port}/away`)).toMatchObject({ status: 302 })
    expect(requests).toEqual(['/away'])
  })

  it('is refused where nothing is allowed', async () => {
    const none = insideOf({})
    expect(await send(`http://127.0.0.1:${port}/in`, undefined, none)).toMatchObject({ error: 'address' })
    expect(await send(`https://chat.example:${port}/in`, answering(['127.0.0.1']), none)).toMatchObject({
      error: 'address'
    })
    expect(requests).toEqual([])
  })
})

it('an address that may be reached is told from others when a webhook is made', () => {
  const is = (url: string, by = inside) => isWebhookAddress(new URL(url), by)
  expect([is('http://127.0.0.1/'), is('https://127.0.0.1/'), is('http://chat.example/')]).toEqual([
    true,
    true,
    true
  ])
  expect([is('http://10.0.0.1/'), is('https://10.0.0.1/'), is('http://1.1.1.1/')]).toEqual([
    false,
    false,
    false
  ])
  expect([is('http://a:b@127.0.0.1/'), is('ftp://127.0.0.1/')]).toEqual([false, false])
  expect([is('http://chat.example/', insideOf({})), is('https://1.1.1.1/')]).toEqual([false, true])
})

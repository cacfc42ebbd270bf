import { createServer } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AddressRefused, createOutgoing, isPublicAddress, requestOutside } from './outgoing'

const strict = createOutgoing({ inside: false, timeoutMs: 2000, mostBytes: 1000 })
const open = createOutgoing({ inside: true, timeoutMs: 300, mostBytes: 1000 })

describe('addresses', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'fd00::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    'no address'
  ])('%s is not of the internet', (address) => expect(isPublicAddress(address)).toBe(false))

  it.each(['1.1.1.1', '172.32.0.1', '2606:4700::1111'])('%s is of the internet', (address) =>
    expect(isPublicAddress(address)).toBe(true)
  )
})

describe('an outgoing request', () => {
  let url: string
  let requests = 0
  const server = createServer((req, res) => {
    requests++
    if (req.url === '/long') res.end('x'.repeat(1001))
    else if (req.url === '/away') res.writeHead(302, { Location: '/' }).end()
    else if (req.url === '/never') res.write('a')
    else res.end(`${req.method} ${req.headers['content-length'] ?? ''}`)
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  it('only https to the internet is allowed, and names are resolved and checked', async () => {
    await expect(strict(url)).rejects.toThrow('Only https')
    const port = new URL(url).port
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:7f00:1]', 'localhost'])
      await expect(strict(`https://${host}:${port}`)).rejects.toThrow('not of the internet')
    expect(requests).toBe(0)
  })

  it('a name that resolves to a private address, even later, is refused', async () => {
    const { port } = new URL(url)
    const answers: string[][] = [['127.0.0.1'], ['1.1.1.1', '10.0.0.1'], []]
    const lookup: LookupFunction = (_, options, callback) => {
      expect(options.all).toBe(true)
      callback(
        null,
        answers.shift()!.map((address) => ({ address, family: 4 }))
      )
    }
    const request = () => {
      const signal = AbortSignal.timeout(2000)
      const all = { url: new URL(`https://rebound.example:${port}`), method: 'GET', headers: {}, body: null }
      return requestOutside({ ...all, inside: false, signal, lookup })
    }
    for (let i = 0; i < 3; i++) await expect(request()).rejects.toThrow(AddressRefused)
    expect(answers).toEqual([])
    expect(requests).toBe(0)
  })

  it('length and time of a response are limited, and redirects are not followed', async () => {
    expect(await (await open(url, { method: 'POST', body: new URLSearchParams('a=b') })).text()).toBe(
      'POST 3'
    )
    await expect(open(`${url}/long`)).rejects.toThrow('too long')
    await expect(open(`${url}/away`)).rejects.toThrow('redirect')
    await expect(open(`${url}/never`)).rejects.toThrow()
  })
})

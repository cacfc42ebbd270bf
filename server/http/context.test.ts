import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { clientAddress } from './context'

const request = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    connection: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  }) as unknown as IncomingMessage

describe('clientAddress', () => {
  const behindLoopback = clientAddress(['loopback'])

  it.each([
    ['no proxy', '203.0.113.1', undefined, '203.0.113.1'],
    ['a mapped address', '::ffff:203.0.113.1', undefined, '203.0.113.1'],
    ['a proxy on this machine', '127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['a client that invents a hop before ours', '127.0.0.1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['a client that forges the header', '203.0.113.1', '198.51.100.1', '203.0.113.1']
  ])('the address is that of the client with %s', (_case, remote, forwarded, expected) => {
    expect(behindLoopback(request(remote, forwarded))).toBe(expected)
  })
})

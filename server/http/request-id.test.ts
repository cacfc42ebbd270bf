import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { acceptRequestId, requestIdOf, traceparentOf } from './request-id'

const trusts = (address: string) => address === '127.0.0.1'
const requestFrom = (remoteAddress: string, headers: Record<string, string>) =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage

const OWN = /^[0-9a-f]{8}-[0-9a-z]+$/
const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

it("a trusted proxy's id and trace are accepted", () => {
  const req = requestFrom('127.0.0.1', { 'x-request-id': 'proxy:1234', traceparent: TRACEPARENT })
  expect(acceptRequestId(req, trusts)).toBe('proxy:1234')
  expect(requestIdOf(req)).toBe('proxy:1234')
  expect(traceparentOf(req, trusts)).toBe(TRACEPARENT)
})

it("nobody else's id and trace are accepted", () => {
  const req = requestFrom('198.51.100.7', { 'x-request-id': 'proxy:1234', traceparent: TRACEPARENT })
  expect(acceptRequestId(req, trusts)).toMatch(OWN)
  expect(traceparentOf(req, trusts)).toBeNull()
})

it.each(['short', 'a'.repeat(129), 'two words', '<b>12345678', 'line\nbreak'])(
  'the request gets a new id instead of %j',
  (given) => {
    expect(acceptRequestId(requestFrom('127.0.0.1', { 'x-request-id': given }), trusts)).toMatch(OWN)
  }
)

it('each request has one id of its own', () => {
  const [first, second] = [requestFrom('127.0.0.1', {}), requestFrom('127.0.0.1', {})]
  const id = acceptRequestId(first, trusts)
  expect(requestIdOf(first)).toBe(id)
  expect(requestIdOf(second)).not.toBe(id)
})

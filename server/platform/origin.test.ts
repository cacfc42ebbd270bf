import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { sameOrigin } from './origin'

const request = (headers: Record<string, string>) =>
  ({ headers: { host: 'ctf.example', ...headers } }) as unknown as IncomingMessage

describe('sameOrigin', () => {
  it.each([
    ['a browser on the same host', { origin: 'https://ctf.example' }, true],
    ['a script without either header', {}, true],
    ['another site', { origin: 'https://evil.example' }, false],
    ['an opaque origin', { origin: 'null' }, false],
    ['a look-alike host', { origin: 'https://ctf.example.evil.example' }, false],
    ['a browser that hides the origin', { 'sec-fetch-site': 'cross-site' }, false],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }, false],
    ['a typed address', { 'sec-fetch-site': 'none' }, true]
  ])('%s', (_case, headers, allowed) => {
    expect(sameOrigin(request(headers), null)).toBe(allowed)
  })

  it('takes the public address behind a proxy that changes the host', () => {
    expect(sameOrigin(request({ origin: 'https://play.example' }), 'https://play.example')).toBe(true)
  })
})

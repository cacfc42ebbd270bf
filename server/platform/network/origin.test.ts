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
  ])('a request of %s (%j) is of the same origin: %s', (_case, headers, allowed) => {
    expect(sameOrigin(request(headers), null)).toBe(allowed)
  })

  it.each([
    [
      'the public address behind a proxy that changes the host',
      'https://play.example',
      '10.0.0.7:8080',
      true
    ],
    ['another name that leads here', 'https://ctf.example', 'ctf.example', false],
    ['the public name without TLS', 'http://play.example', 'play.example', false],
    ['another port of the public name', 'https://play.example:8443', 'play.example:8443', false],
    ['a name that begins like the machine itself', 'http://localhost.example', 'localhost.example', false],
    ['the machine itself', 'http://localhost:8080', 'localhost:8080', true],
    ['the machine itself, by number', 'http://[::1]:8080', '[::1]:8080', true],
    ['another service of the machine', 'http://localhost:3000', 'localhost:8080', false]
  ])(
    'with a public address, %s (%s at host %s) is of the same origin: %s',
    (_case, origin, host, allowed) => {
      expect(sameOrigin(request({ origin, host }), 'https://play.example/')).toBe(allowed)
    }
  )
})

import { describe, expect, it } from 'vitest'
import { tlsOf, type UrlEnv, urlOf } from './urls'

const host = 'harbour-0123456789abcdef'
const web = { host, protocol: 'http' as const }
const raw = { host, protocol: 'tcp' as const }
const PUBLIC_URL = 'https://ctf.example.org'
const INSTANCE_DOMAIN = 'inst.example.net'

describe('urlOf', () => {
  it.each<[string, UrlEnv, string | null]>([
    ['no setting', {}, `http://${host}.localhost:8080/`],
    ['another port', { PORT: 9000 }, `http://${host}.localhost:9000/`],
    [
      'localhost on another port',
      { PORT: 9000, PUBLIC_URL: 'http://localhost' },
      `http://${host}.localhost/`
    ],
    ['players elsewhere', { PUBLIC_URL }, null],
    ['players elsewhere by ports', { INSTANCE_PUBLIC_ENTRY: '192.0.2.7' }, null],
    ['entries switched off', { INSTANCE_DOMAIN: 'none' }, null],
    ['a proxy with TLS', { PUBLIC_URL, INSTANCE_DOMAIN }, `https://${host}.${INSTANCE_DOMAIN}/`],
    [
      'a proxy on a port of its own',
      { PUBLIC_URL: `${PUBLIC_URL}:8443`, INSTANCE_DOMAIN },
      `https://${host}.${INSTANCE_DOMAIN}:8443/`
    ],
    [
      'a proxy without TLS',
      { PUBLIC_URL: 'http://ctf.example.org', INSTANCE_DOMAIN },
      `http://${host}.${INSTANCE_DOMAIN}/`
    ],
    [
      'TLS here',
      { PUBLIC_URL: 'http://ctf.example.org', INSTANCE_DOMAIN, INSTANCE_TLS_PORT: 443 },
      `https://${host}.${INSTANCE_DOMAIN}/`
    ],
    [
      'TLS here, on another port',
      { PUBLIC_URL, INSTANCE_DOMAIN, INSTANCE_TLS_PORT: 1337 },
      `https://${host}.${INSTANCE_DOMAIN}:1337/`
    ]
  ])('an endpoint has the right URL with %s', (_case, env, expected) => {
    expect(urlOf(web, env)).toBe(expected)
  })

  it('an endpoint without HTTP has no URL', () => {
    expect(urlOf(raw, {})).toBeNull()
  })
})

describe('tlsOf', () => {
  const env = { PUBLIC_URL, INSTANCE_DOMAIN, INSTANCE_TLS_PORT: 1337 }

  it('an endpoint is reached through TLS by name and port of the listener', () => {
    expect(tlsOf(raw, env)).toBe(`${host}.${INSTANCE_DOMAIN}:1337`)
  })

  it('HTTP endpoints, and those without a listener or a domain, have no TLS address', () => {
    expect(tlsOf(web, env)).toBeNull()
    expect(tlsOf(raw, { PUBLIC_URL, INSTANCE_DOMAIN })).toBeNull()
    expect(tlsOf(raw, { ...env, INSTANCE_DOMAIN: 'none' })).toBeNull()
  })
})

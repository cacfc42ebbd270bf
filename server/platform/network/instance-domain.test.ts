import { describe, expect, it } from 'vitest'
import { loadEnv } from '../env'

const good = {
  DATABASE_URL: 'postgres://a@localhost/b',
  REDIS_URL: 'redis://localhost',
  HALYARD_SECRET: 'ab'.repeat(32)
}

describe('host names of instances', () => {
  const named = { ...good, PUBLIC_URL: 'https://ctf.example.org', INSTANCE_DOMAIN: 'Inst.Example.net' }

  it('a domain apart from the platform is accepted', () => {
    expect(loadEnv(named).INSTANCE_DOMAIN).toBe('inst.example.net')
    for (const INSTANCE_DOMAIN of ['none', 'example.net', 'players.github.io', 'xn--80ak6aa92e.example'])
      expect(loadEnv({ ...named, INSTANCE_DOMAIN }).INSTANCE_DOMAIN).toBe(INSTANCE_DOMAIN)
    // A public suffix separates cookies.
    const other = { PUBLIC_URL: 'https://ctf.github.io', INSTANCE_DOMAIN: 'players.github.io' }
    expect(loadEnv({ ...good, ...other }).INSTANCE_DOMAIN).toBe('players.github.io')
  })

  it.each([
    ['https://ctf.example.org', 'inst.example.org'],
    ['https://ctf.example.org', 'example.org'],
    ['https://example.org', 'inst.example.org'],
    ['https://ctf.example.org:8443', 'ctf.example.org'],
    ['https://ctf.example.org./', 'inst.example.org'],
    ['https://ctf.example.co.uk', 'inst.example.co.uk'],
    ['https://ctf.github.io', 'github.io'],
    ['https://github.io', 'inst.github.io'],
    ['http://ctf.lan', 'inst.ctf.lan']
  ])('a domain that shares cookies is refused: %s and %s', (PUBLIC_URL, INSTANCE_DOMAIN) => {
    expect(() => loadEnv({ ...good, PUBLIC_URL, INSTANCE_DOMAIN })).toThrow(
      /INSTANCE_DOMAIN must not share a registrable domain/
    )
  })

  it('a domain that cannot be compared, or is none, is refused', () => {
    expect(() => loadEnv({ ...good, INSTANCE_DOMAIN: 'inst.example.org' })).toThrow(
      /INSTANCE_DOMAIN needs PUBLIC_URL/
    )
    for (const INSTANCE_DOMAIN of [
      '*.example.net',
      '-a.example.net',
      'a..net',
      '192.0.2.7',
      'inst',
      'a.net:443'
    ])
      expect(() => loadEnv({ ...named, INSTANCE_DOMAIN })).toThrow(/INSTANCE_DOMAIN must be a domain/)
  })

  it('localhost is the domain of a platform on localhost alone', () => {
    const INSTANCE_DOMAIN = 'localhost'
    expect(loadEnv({ ...good, INSTANCE_DOMAIN }).INSTANCE_DOMAIN).toBe('localhost')
    expect(loadEnv({ ...good, INSTANCE_DOMAIN, PUBLIC_URL: 'http://localhost:8080' }).PORT).toBe(8080)
    expect(() => loadEnv({ ...named, INSTANCE_DOMAIN })).toThrow(/INSTANCE_DOMAIN can be localhost only/)
  })

  it('TLS requires certificate, key and a port of its own', () => {
    const tls = { INSTANCE_TLS_PORT: '443', INSTANCE_TLS_CERT: '/a.pem', INSTANCE_TLS_KEY: '/b.pem' }
    expect(loadEnv({ ...named, ...tls }).INSTANCE_TLS_PORT).toBe(443)
    for (const name of ['INSTANCE_TLS_CERT', 'INSTANCE_TLS_KEY', 'INSTANCE_TLS_PORT', 'INSTANCE_DOMAIN'])
      expect(() => loadEnv({ ...named, ...tls, [name]: '' })).toThrow(`${name} is required with`)
    expect(() => loadEnv({ ...named, ...tls, INSTANCE_DOMAIN: 'none' })).toThrow(/is of no use without/)
    expect(() => loadEnv({ ...named, ...tls, PORT: '443' })).toThrow(
      /INSTANCE_TLS_PORT must be another port than PORT/
    )
  })
})

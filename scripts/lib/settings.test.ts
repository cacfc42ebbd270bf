import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.mjs'

const faultsOf = (env: Record<string, string>): string[] => {
  try {
    readSettings(env)
  } catch (error) {
    return (error as { sentences: string[] }).sentences
  }
  return []
}

describe('readSettings', () => {
  it('has a default for everything', () => {
    expect(readSettings({})).toEqual({
      host: null,
      port: 8080,
      dataDir: expect.stringMatching(/\/data$/),
      adminPassword: null,
      databaseUrl: null,
      redisUrl: null,
      publicUrl: null,
      rateLimits: 'on',
      secret: null
    })
  })

  it('takes what is set; empty counts as not set', () => {
    const env = {
      PORT: '0',
      HALYARD_DATA: '/srv/halyard',
      PUBLIC_URL: 'https://ctf.example.org',
      REDIS_URL: ''
    }
    expect(readSettings(env)).toMatchObject({
      port: 0,
      dataDir: '/srv/halyard',
      publicUrl: 'https://ctf.example.org',
      redisUrl: null
    })
  })

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80a'],
    ['HALYARD_RATE_LIMITS', 'no'],
    ['HALYARD_ADMIN_PASSWORD', '12345'],
    ['HALYARD_SECRET', 'abc'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_URL', 'postgres://'],
    ['REDIS_URL', 'localhost:6379'],
    ['PUBLIC_URL', 'ftp://example.org']
  ])('refuses %s=%s in one sentence', (name, value) => {
    expect(faultsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must .*\\.$`))])
  })

  it('ignores a HOST that is no address', () => {
    expect(readSettings({ HOST: 'workstation' }).host).toBeNull()
    expect(readSettings({ HOST: '127.0.0.1' }).host).toBe('127.0.0.1')
  })
})

import { describe, expect, it } from 'vitest'
import { loadEnv } from './env'

const good = {
  DATABASE_URL: 'postgres://a@localhost/b',
  REDIS_URL: 'redis://localhost',
  HALYARD_SECRET: 'ab'.repeat(32)
}

describe('loadEnv', () => {
  it('fills in the defaults and treats empty values as absent', () => {
    const env = loadEnv({ ...good, PORT: '', PUBLIC_URL: '' })
    expect(env.PORT).toBe(8080)
    expect(env.PUBLIC_URL).toBeUndefined()
    expect(env.HALYARD_RATE_LIMITS).toBe('on')
  })

  it('names every fault at once', () => {
    const faulty = {
      ...good,
      DATABASE_URL: undefined,
      PORT: '99999',
      HALYARD_SECRET: 'xyz',
      PUBLIC_URL: 'nowhere'
    }
    const attempt = () => loadEnv(faulty)
    expect(attempt).toThrow(/DATABASE_URL is required/)
    expect(attempt).toThrow(/PORT/)
    expect(attempt).toThrow(/HALYARD_SECRET must be 64 hexadecimal digits/)
    expect(attempt).toThrow(/PUBLIC_URL must be an address/)
  })
})

import { describe, expect, it } from 'vitest'
import { loadEnv } from './env'

const good = {
  DATABASE_URL: 'postgres://a@localhost/b',
  REDIS_URL: 'redis://localhost',
  HALYARD_SECRET: 'ab'.repeat(32)
}

describe('loadEnv', () => {
  it('defaults fill in for absent and empty values', () => {
    const env = loadEnv({ ...good, PORT: '', PUBLIC_URL: '' })
    expect(env.PORT).toBe(8080)
    expect(env.PUBLIC_URL).toBeUndefined()
    expect(env.HALYARD_RATE_LIMITS).toBe('on')
  })

  it('an error names every fault at once', () => {
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

  it('takes further names of the session cookie, unless they are none or stand for something else', () => {
    const aliases = (SESSION_COOKIE_ALIASES?: string) =>
      loadEnv({ ...good, SESSION_COOKIE_ALIASES }).SESSION_COOKIE_ALIASES
    expect(aliases()).toEqual([])
    expect(aliases(' Other_Token, a.b-c ,')).toEqual(['Other_Token', 'a.b-c'])
    for (const bad of ['a b', 'a=b', 'a;b', 'ä', '"a"', 'a,b,c,d,e', 'x'.repeat(65)])
      expect(() => aliases(bad)).toThrow(/SESSION_COOKIE_ALIASES must be at most 4 names of cookies/)
    expect(() => aliases('a,halyard_session')).toThrow(/SESSION_COOKIE_ALIASES must not hold .*language/)
    expect(() => aliases('theme')).toThrow(/SESSION_COOKIE_ALIASES must not hold/)
    expect(() => aliases('a,b,a')).toThrow(/SESSION_COOKIE_ALIASES must not hold a name twice/)
  })

  it('a variable requires those that belong to it', () => {
    expect(() => loadEnv({ ...good, SMTP_HOST: 'mail.example.org' })).toThrow(/MAIL_FROM is required with/)
    expect(() =>
      loadEnv({ ...good, CAPTCHA_PROVIDER: 'CloudflareTurnstile', CAPTCHA_SITE_KEY: 'x' })
    ).toThrow(/CAPTCHA_SECRET_KEY is required with/)
    expect(() => loadEnv({ ...good, MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' })).toThrow(
      /MAIL_FROM must be/
    )
    const whole = { ...good, SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: 'Halyard <ctf@halyard.example>' }
    expect(loadEnv(whole).MAIL_FROM).toBe(whole.MAIL_FROM)
  })
})

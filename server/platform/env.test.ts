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

  it('further names of the session cookie are accepted unless invalid or in use', () => {
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

  it('other rates are a list of names and figures; anything else is an error', () => {
    const rates = (HALYARD_RATES: string) => loadEnv({ ...good, HALYARD_RATES }).HALYARD_RATES
    expect([...rates('')]).toEqual([])
    expect([...rates(' flag=20/10, read=600/60 ,')]).toEqual([
      ['flag', { max: 20, seconds: 10 }],
      ['read', { max: 600, seconds: 60 }]
    ])
    for (const [list, fault] of [
      ['flag=20', /HALYARD_RATES must be a list such as .*"flag=20" is not/],
      ['flag=-1/10', /must be a list/],
      ['flag=1.5/10', /must be a list/],
      ['flags=20/10', /names a rate "flags"; there are read, write, .*flag/],
      ['flag=20/10,flag=5/10', /must not hold a rate twice: flag/],
      ['flag=0/10', /must allow 1 to 1000000 in 1 to 86400 seconds; "flag=0\/10"/],
      ['flag=1000001/10', /must allow/],
      ['flag=1/0', /must allow/],
      ['flag=1/86401', /must allow/]
    ] as const)
      expect(() => rates(list), list).toThrow(fault)
  })
})

it('private networks of webhooks are addresses and ranges, none by default', () => {
  const ranges = (WEBHOOK_PRIVATE_ALLOW?: string) =>
    loadEnv({ ...good, WEBHOOK_PRIVATE_ALLOW }).WEBHOOK_PRIVATE_ALLOW
  expect(ranges()).toEqual([])
  expect(ranges('10.20.0.0/16, 192.168.1.7 ,fd00::/8')).toEqual(['10.20.0.0/16', '192.168.1.7', 'fd00::/8'])
  for (const list of [
    '10.0.0.0/8,chat.example',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '10.0.0/8',
    'fd00::/x'
  ])
    expect(() => ranges(list), list).toThrow(
      /WEBHOOK_PRIVATE_ALLOW must be addresses or ranges of at least .*, not "/
    )
})

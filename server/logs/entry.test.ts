import { describe, expect, it } from 'vitest'
import { expectQuick } from '~/tests/support/expect-quick'
import { entryOf } from './entry'

const USER = '0198a2b4-0000-7000-8000-000000000001'
const OTHER = '0198a2b4-0000-7000-8000-000000000002'
const line = (more: object) =>
  entryOf(
    JSON.stringify({
      level: 30,
      time: 1000,
      name: 'web',
      pid: 1,
      hostname: 'h',
      msg: 'team_created',
      ...more
    })
  )

describe('an entry', () => {
  it('an entry has the user, address and event of its line', () => {
    expect(line({ user: USER, ip: '192.0.2.1', team: 12 })).toEqual({
      at: 1000,
      level: 'Information',
      process: 'web',
      status: 'Success',
      ip: '192.0.2.1',
      user: USER,
      token: null,
      event: 'team_created',
      details: { team: 12 }
    })
    expect(line({ user: OTHER, by: USER })).toMatchObject({ user: USER, details: { user: OTHER } })
    expect(line({ user: "' OR 1" })?.user).toBeNull()
    expect(line({ user: null, program: OTHER })).toMatchObject({ user: null, token: OTHER, details: {} })
  })

  it('an entry has the level and the status', () => {
    const of = (more: object) => [line(more)?.level, line(more)?.status]
    expect(of({ level: 40 })).toEqual(['Warning', ''])
    expect(of({ level: 40, err: 'gone' })).toEqual(['Warning', 'Failed'])
    expect(of({ level: 50 })).toEqual(['Error', 'Failed'])
    expect(of({ level: 60 })).toEqual(['Fatal', 'Failed'])
    expect(of({ msg: 'login_refused' })).toEqual(['Information', 'Denied'])
    expect(of({ status: 'Duplicate' })).toEqual(['Information', 'Duplicate'])
  })

  it('flags in a text are removed, and a long word takes little time', async () => {
    expect(line({ reason: 'sent flag{a_b}, not x{abc}y{de}' })?.details).toEqual({
      reason: 'sent {…}, not {…}y{de}'
    })
    await expectQuick(() => line({ path: 'a'.repeat(50_000) }))
  })

  it('a line without an event gives no entry', () => {
    expect(line({ msg: 'job_finished' })).toBeNull()
    expect(line({ msg: undefined })).toBeNull()
  })

  it('secrets are removed wherever they are, and the rest is limited', () => {
    const secret = {
      password: 'p4ss',
      resetToken: 't0ken',
      Cookie: 'c00k',
      email: 'e@m.org',
      flag: 'f',
      answers: ['f']
    }
    const entry = line({
      ...secret,
      inner: { deep: secret, list: [secret] },
      err: {
        message: 'no such thing: flag{w3ll hidden} flag{t1de}',
        stack: 'at secret',
        parameters: ['p4ss']
      },
      long: 'x'.repeat(9000),
      nul: 'a\0b',
      many: Array.from({ length: 500 }, (_, at) => at)
    })
    const text = JSON.stringify(entry)
    for (const word of ['p4ss', 't0ken', 'c00k', 'e@m.org', 't1de', 'at secret', '\\u0000'])
      expect([word, text.includes(word)]).toEqual([word, false])
    expect(text.length).toBeLessThan(1500)
    expect(entry?.details).toMatchObject({ nul: 'ab' })
  })
})

import { describe, expect, it } from 'vitest'
import type { AppError } from '~/server/platform/errors'
import { csv, readImport, readUsers } from './csv'

const read = (text: string) => readUsers(text).map(({ line, input, error }) => ({ line, ...input, error }))

describe('users from lines', () => {
  it('default columns are read, blank lines skipped, and line numbers kept', () => {
    expect(read('ada,ada@a.example,secret7\r\n\r\n  \n ben , ben@a.example ,, Ben B,,,Kelp')).toEqual([
      { line: 1, userName: 'ada', email: 'ada@a.example', password: 'secret7', error: null },
      { line: 4, userName: 'ben', email: 'ben@a.example', realName: 'Ben B', teamName: 'Kelp', error: null }
    ])
  })

  it('named columns are read in any order, with semicolons, tabs and a byte order mark', () => {
    const one = { userName: 'ada', email: 'ada@a.example', teamName: 'Kelp', error: null }
    expect(read('\ufeffTeam name;E-mail?;Email;user_name\nKelp;;ada@a.example;ada')).toEqual([
      { line: 2, ...one }
    ])
    for (const team of ['teamName', 'Team'])
      expect(read(`email\tuserName\t${team}\nada@a.example\tada\tKelp\n`)).toEqual([{ line: 2, ...one }])
  })

  it('quotes are parsed', () => {
    const [one, two] = read('ada,ada@a.example,"a, ""b""\nc",\nben,ben@a.example,"",x')
    expect(one).toMatchObject({ line: 1, password: 'a, "b"\nc' })
    expect(two).toMatchObject({ line: 3, userName: 'ben', realName: 'x' })
    expect(two).not.toHaveProperty('password')
  })

  it('an unclosed quote is refused with its line', () => {
    const refused = (text: string) => {
      try {
        return readUsers(text)
      } catch (error) {
        const { code, params } = error as AppError
        return [code, params.line]
      }
    }
    expect(refused('ada,a@b\r\n"ben,b@b\r\neve,e@b')).toEqual(['user.bulk_quotes', 2])
    expect(refused('ada,a@b\n"ben"x,b@b\neve,e@b')).toEqual(['user.bulk_quotes', 2])
    expect(read('ada,ada@a.example,se"cr"et')).toMatchObject([{ password: 'se"cr"et', error: null }])
  })

  it.each(['a,b@c.de\n', '\n', ',\n'])('8 MB of %j are refused at the limit of rows', (one) => {
    expect(() => readImport(one.repeat(8_000_000 / one.length))).toThrow('user.import_limit')
  })

  it('8 MB within quotes are refused at the limit of one line', () => {
    for (const text of [
      `a,"${'x'.repeat(8_000_000)}"`,
      `a,"${'""'.repeat(4_000_000)}"`,
      '"'.repeat(8_000_001)
    ])
      expect(() => readImport(text)).toThrow('user.bulk_quotes')
  })

  it('lines are counted, whatever ends them', () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(read(['x', '', '"a', 'b",b@b', 'eve,e@b'].join(end)).map(({ line }) => line)).toEqual([1, 3, 5])
  })

  it('each error is reported at its line', () => {
    const long = 'x'.repeat(16)
    const errors = readUsers(`ab,a@b\n${long},a@b\nada\nada,nothing\nada,a@b,short\nada,a@b,,,,phone`)
    expect(errors.map(({ line, error, userName }) => [line, error, userName])).toEqual([
      [1, 'field.user_name_too_short', 'ab'],
      [2, 'field.user_name_too_long', long],
      [3, 'field.email_required', 'ada'],
      [4, 'field.email_malformed', 'ada'],
      [5, 'identity.password_too_short', 'ada'],
      [6, 'field.phone_malformed', 'ada']
    ])
    expect(readUsers(' \n')).toEqual([])
  })

  it('written lines are read back', () => {
    const rows = [
      ['userName', 'email', 'password'],
      ['ada', 'ada@a.example', 'a,"b"\nc!x']
    ]
    expect(read(csv(rows))).toEqual([
      { line: 2, userName: 'ada', email: 'ada@a.example', password: 'a,"b"\nc!x', error: null }
    ])
    expect(csv([['=1+1', '@SUM(A1,A2)', 'plain']])).toBe(`'=1+1,"'@SUM(A1,A2)",plain\r\n`)
  })
})

it('what people show is read, in the last columns of a file without a head', () => {
  const shown = { affiliation: 'Harbour School', website: 'https://example.org', country: 'CZ' }
  const cells = Object.values(shown).join(',')
  expect(read(`ada,ada@a.example,,,,,Kelp,${cells}`)[0]).toMatchObject({
    ...shown,
    teamName: 'Kelp',
    error: null
  })
  expect(readImport(`ada,ada@a.example,,,,,Kelp,Open,Cup,de-DE,${cells}`)[0]!.input).toMatchObject({
    ...shown,
    game: 'Cup'
  })
  expect(readImport('userName,email,country\nada,ada@a.example,XX')[0]).toMatchObject({
    input: null,
    field: 'country',
    error: 'field.country_unknown'
  })
})

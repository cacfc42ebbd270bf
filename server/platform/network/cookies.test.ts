import { describe, expect, it } from 'vitest'
import { cookiesOf, readCookie, setCookie } from './cookies'

describe('reading cookies', () => {
  it('the reader decodes values, and returns invalid encodings as they were sent', () => {
    const header = 'a=1; b=%7B%22x%22%3A1%7D;c=%E0%A4; a=2; alone; __proto__=x'
    expect({ ...cookiesOf(header) }).toEqual({
      a: '1',
      b: '{"x":1}',
      c: '%E0%A4',
      ['__proto__']: 'x'
    })
  })

  it('the reader finds no cookie where none was sent', () => {
    for (const header of [null, undefined, '', ';', 'xa=1'])
      expect([header, readCookie(header, 'a'), readCookie(header, 'constructor')]).toEqual([
        header,
        null,
        null
      ])
  })
})

it('a cookie that was set is read as it was, whatever it holds', () => {
  const value = 'ä; b="c",\n\\'
  const header = setCookie('name', value, { maxAge: 60 })
  expect(header).toContain('; Max-Age=60; Path=/; HttpOnly; SameSite=Lax')
  expect(readCookie(header.split(';')[0], 'name')).toBe(value)
  expect(setCookie('name', '', { maxAge: 0, httpOnly: false })).toBe('name=; Max-Age=0; Path=/; SameSite=Lax')
})

import { describe, expect, it } from 'vitest'
import { disposition, rangeOf } from './file-reply'

describe('rangeOf', () => {
  it.each([
    [null, null],
    ['bytes=0-4', { start: 0, end: 4 }],
    ['bytes=5-', { start: 5, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-30', { start: 0, end: 9 }],
    ['bytes=2-99', { start: 2, end: 9 }],
    ['BYTES = 1-1', { start: 1, end: 1 }],
    ['bytes=10-', 'none'],
    ['bytes=-0', 'none'],
    ['bytes=4-2', null],
    ['bytes=-', null],
    ['bytes=0-1,3-4', null],
    ['lines=0-1', null],
    ['bytes=0x1-2', null],
    ['bytes=99999999999999999999-', null]
  ])('%s', (header, expected) => expect(rangeOf(header, 10)).toEqual(expected))
})

describe('disposition', () => {
  it('writes every name so that it stays one name', () => {
    expect(disposition('attachment', 'a.zip')).toBe(`attachment; filename="a.zip"; filename*=UTF-8''a.zip`)
    expect(disposition('attachment', '题 "1".zip')).toBe(
      `attachment; filename="_ _1_.zip"; filename*=UTF-8''%E9%A2%98%20%221%22.zip`
    )
    expect(disposition('inline', "x'\r\nSet-Cookie: a=b\ud800")).toBe(
      `inline; filename="x'Set-Cookie: a=b"; filename*=UTF-8''x%27Set-Cookie%3A%20a%3Db`
    )
    expect(disposition('attachment', 'n'.repeat(10_000)).length).toBeLessThan(600)
  })
})

import { describe, expect, it } from 'vitest'
import { expectQuick } from '~/tests/support/expect-quick'
import { rangeOf } from './file-reply'

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
  ])('the header %s asks for the range %j', (header, expected) =>
    expect(rangeOf(header, 10)).toEqual(expected)
  )

  it('a header full of blanks takes little time', async () => {
    const blanks = '\t'.repeat(1200)
    await expectQuick(() => expect(rangeOf(`bytes=${blanks}-${blanks}=`, 10)).toBeNull())
  })
})

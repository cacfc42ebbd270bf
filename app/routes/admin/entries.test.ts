import { describe, expect, it } from 'vitest'
import { lines } from './entries'

describe('lines', () => {
  it('blanks are dropped, whatever ends a line', () => {
    expect(lines(' a \r\n\n b')).toEqual(['a', 'b'])
    expect(lines(' \n ')).toEqual([])
  })
})

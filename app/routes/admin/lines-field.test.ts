import { describe, expect, it } from 'vitest'
import { splitLines } from './lines-field'

describe('lines', () => {
  it('blanks are dropped, whatever ends a line', () => {
    expect(splitLines(' a \r\n\n b')).toEqual(['a', 'b'])
    expect(splitLines(' \n ')).toEqual([])
  })
})

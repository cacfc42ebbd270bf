import { expect, it } from 'vitest'
import { offsetOf } from './reading'

it('the offset of a line and column is found', () => {
  const text = 'one\ntwo\n\nfour'
  const at = (line: number, column = 1) => text.slice(offsetOf(text, line, column))
  expect([at(1), at(2), at(2, 3), at(3), at(4, 2)]).toEqual([
    text,
    'two\n\nfour',
    'o\n\nfour',
    '\nfour',
    'our'
  ])
  expect([offsetOf(text, 2, 99), offsetOf(text, 4, 99), offsetOf(text, 9, 1)]).toEqual([7, 13, 13])
})

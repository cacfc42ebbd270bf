import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { csv } from './csv'

it('a CSV is read back as it was, and no spreadsheet runs it', () => {
  const table = [
    ['a"b', 'c,d', 'e\nf', 'ü'],
    ['=1+1', '-5', '', 'x']
  ]
  expect(parse(csv(table), { bom: true })).toEqual([table[0], ["'=1+1", "'-5", '', 'x']])
  const hidden = ['＝1+1', '＠x', 'a;=1+1', 'a, +b', 'a|\t-b', 'a\t@b']
  expect(parse(csv([hidden]), { bom: true })).toEqual([hidden.map((cell) => `'${cell}`)])
  expect(parse(csv([['a=b', 'a - b', 'x@y.z']]), { bom: true })).toEqual([['a=b', 'a - b', 'x@y.z']])
  expect(csv([[-5, null, 0.25]])).toBe('\uFEFF-5,,0.25\r\n')
})

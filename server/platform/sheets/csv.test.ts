import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { csv } from './csv'

it('a CSV is read back as it was, and no spreadsheet runs it', () => {
  const table = [
    ['a"b', 'c,d', 'e\nf', 'ü'],
    ['=1+1', '-5', '', 'x']
  ]
  expect(parse(csv(table), { bom: true })).toEqual([table[0], ["'=1+1", "'-5", '', 'x']])
  expect(csv([[-5, null, 0.25]])).toBe('\uFEFF-5,,0.25\r\n')
})

import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { sheetFile, sheetText } from './formats'
import { type Cell, PreparedCell } from './xlsx'

async function* rows(...all: Cell[][]) {
  yield* all
}
const written = async (format: 'csv' | 'json', ...all: Cell[][]) =>
  (await buffer(sheetFile(format, 'Sheet', rows(...all)))).toString()

it('a table as JSON keeps its cells, and one without rows is whole', async () => {
  const table: Cell[][] = [
    ['team', 'a"b'],
    ['=1', new PreparedCell('<x>')],
    ['', -5]
  ]
  expect(JSON.parse(await written('json', ...table))).toEqual({
    columns: ['team', 'a"b'],
    rows: [
      ['=1', '<x>'],
      ['', -5]
    ]
  })
  expect(JSON.parse(await written('json', ['team']))).toEqual({ columns: ['team'], rows: [] })
})

it('a table of many rows streams in parts and loses none', async () => {
  const many = Array.from({ length: 20_000 }, (_, place): Cell[] => [place, `row ${place}`])
  const lines = (await written('csv', ['place', 'name'], ...many)).split('\r\n')
  expect([lines.length, lines[1], lines.at(-2)]).toEqual([20_002, '0,row 0', '19999,row 19999'])
  expect(JSON.parse(await written('json', ['place', 'name'], ...many)).rows).toEqual(many)
})

it.each(['csv', 'json'] as const)('a failing row ends a file as %s with its error', async (format) => {
  async function* failing(): AsyncGenerator<Cell[]> {
    yield ['one']
    throw new Error('the store is gone')
  }
  await expect(buffer(sheetFile(format, 'Sheet', failing()))).rejects.toThrow('the store is gone')
})

it('words are for people, names for programs', () => {
  const t = (key: string) => `<${key}>`
  expect(sheetText('xlsx', t)('monitor:sheet.rank')).toBe('<monitor:sheet.rank>')
  expect(
    ['sheet.rank', 'status.Accepted', 'sheet.blank'].map((key) => sheetText('csv', t)(`monitor:${key}`))
  ).toEqual(['rank', 'Accepted', ''])
})

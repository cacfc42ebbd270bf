import { Readable } from 'node:stream'
import type { SheetFormat } from './constants'
import { csvLine } from './csv'
import { type Cell, PreparedCell, workbook } from './xlsx'

const plain = (cell: Cell) => (cell instanceof PreparedCell ? cell.text : cell)
/** Characters that are passed on at a time. */
const CHUNK = 32_768

async function* chunks(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let text = ''
  for await (const part of parts) {
    text += part
    if (text.length < CHUNK) continue
    yield text
    text = ''
  }
  if (text) yield text
}

async function* csvOf(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<string> {
  yield '\uFEFF'
  for await (const row of rows) yield csvLine(row.map(plain))
}

/** The first row names the columns. */
async function* jsonOf(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<string> {
  let count = 0
  for await (const row of rows) {
    const cells = JSON.stringify(row.map(plain))
    yield count === 0 ? `{"columns":${cells},"rows":[` : `${count > 1 ? ',' : ''}\n${cells}`
    count++
  }
  yield ']}\n'
}

/**
 * A table as a file that streams, so that memory does not grow with the rows; an error of `rows` destroys it. CSV as
 * `csv`; JSON is `{columns, rows}`, both with the cells in the order of the sheet.
 * @param rows the first row has the heads of the columns
 */
export function sheetFile(format: SheetFormat, name: string, rows: AsyncIterable<readonly Cell[]>): Readable {
  if (format === 'xlsx') return workbook(name, rows)
  return Readable.from(chunks(format === 'csv' ? csvOf(rows) : jsonOf(rows)), { objectMode: false })
}

type SheetText = (key: string) => string

/**
 * Words of a sheet: those of the reader's language for people who open it in a spreadsheet, and the last part of the
 * key for programs, whatever the language; a placeholder for a blank one is blank for them.
 */
export const sheetText = (format: SheetFormat, t: SheetText): SheetText =>
  format === 'xlsx' ? t : (key) => (key.endsWith('.blank') ? '' : key.slice(key.lastIndexOf('.') + 1))

import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { harmless } from './formula'

/** A cell: numbers stay numbers, everything else is text; one that many rows share may be prepared. */
export type Cell = string | number | PreparedCell

/** A text whose XML is made once. */
export class PreparedCell {
  readonly xml: string

  constructor(text: string) {
    this.xml = cellXml(text)
  }
}

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Longest text of a cell, in UTF-16 units, and most rows of a sheet (the format's limits). */
const CELL_MAX = 32_767
const ROWS_MAX = 1_048_576

/** What XML 1.0 has no character for, and what it has but nobody can see. */
const UNSEEN = /\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu
const KEPT = '\t\n\r'

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;'
}

/** What the format does not take as it is: few texts have any of it. */
const SPECIAL = /[\p{Cc}\p{Cs}"&<>\ufffe\uffff]/u

const xmlText = (text: string) =>
  SPECIAL.test(text)
    ? text
        .replace(UNSEEN, (char) => (KEPT.includes(char) ? char : '\ufffd'))
        .replace(/[&<>"\r]/g, (char) => ENTITIES[char]!)
    : text

function cellXml(cell: Cell): string {
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  if (typeof cell === 'object') return cell.xml
  if (cell === '') return '<c/>'
  return `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(harmless(cell).slice(0, CELL_MAX))}</t></is></c>`
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** The parts of a workbook with one sheet, but for the sheet. */
const parts = (name: string): Record<string, string> => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${WORKBOOK}.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${sheetName(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`
})

/** A name that a sheet may have: 31 characters, none of those that the format forbids. */
const sheetName = (name: string) =>
  xmlText(
    name
      .replace(/[\\/?*[\]:]/g, ' ')
      .replace(/^'|'$/g, ' ')
      .slice(0, 31)
      .trim() || 'Sheet'
  )

/** Rows as XML, some dozens of kilobytes at a time. */
async function* sheetXml(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<string> {
  let text = `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`
  let count = 0
  for await (const row of rows) {
    if (++count > ROWS_MAX) break
    text += `<row>${row.map(cellXml).join('')}</row>`
    if (text.length < 32_768) continue
    yield text
    text = ''
  }
  yield `${text}</sheetData></worksheet>`
}

/** Of deflate: the slowest level makes a sheet a sixth smaller and takes five times as long. */
const COMPRESSION = 3

/**
 * A workbook with one sheet, written while it is read: memory does not grow with the rows. A failure of `rows`
 * breaks the stream.
 */
export function workbook(name: string, rows: AsyncIterable<readonly Cell[]>): Readable {
  const zip = new ZipFile()
  for (const [path, xml] of Object.entries(parts(name))) zip.addBuffer(Buffer.from(HEAD + xml), path)
  const sheet = Readable.from(sheetXml(rows), { objectMode: false })
  const output = zip.outputStream as Readable
  // yazl passes on no failure of a stream it was given.
  sheet.on('error', (error) => output.destroy(error))
  zip.on('error', (error: Error) => output.destroy(error))
  // A reader that goes away must not leave the rows being read.
  output.on('close', () => sheet.destroy())
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', { compressionLevel: COMPRESSION })
  zip.end()
  return output
}

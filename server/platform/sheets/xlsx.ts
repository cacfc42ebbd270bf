import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { escapeFormula } from './formula'

/** Numbers stay numbers; a text that many rows share may be prepared. */
export type Cell = string | number | PreparedCell

export class PreparedCell {
  readonly xml: string

  constructor(readonly text: string) {
    this.xml = cellXml(text)
  }
}

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Limits of the format: UTF-16 units of a cell, rows of a sheet. */
const MAX_CELL_LENGTH = 32_767
const MAX_ROWS = 1_048_576

/** Characters that XML 1.0 lacks, or that are invisible. */
const UNSEEN = /\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu
const KEPT = '\t\n\r'

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;'
}

/** Characters to escape; few texts have any. */
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
  return `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(escapeFormula(cell).slice(0, MAX_CELL_LENGTH))}</t></is></c>`
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

const parts = (name: string): Record<string, string> => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${WORKBOOK}.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${sheetName(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`
})

const sheetName = (name: string) =>
  xmlText(
    name
      .replace(/[\\/?*[\]:]/g, ' ')
      .replace(/^'|'$/g, ' ')
      .slice(0, 31)
      .trim() || 'Sheet'
  )

async function* sheetXml(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<string> {
  let text = `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`
  let count = 0
  for await (const row of rows) {
    if (++count > MAX_ROWS) break
    text += `<row>${row.map(cellXml).join('')}</row>`
    if (text.length < 32_768) continue
    yield text
    text = ''
  }
  yield `${text}</sheetData></worksheet>`
}

/** Deflate: the best level makes a sheet a sixth smaller in five times the time. */
const COMPRESSION = 3

/** A fixed time for the files inside, so that equal rows make equal workbooks. */
const ANY_TIME = new Date(2000, 0, 1)

/** Streams, so that memory does not grow with the rows. An error of `rows` destroys the stream. */
export function workbook(name: string, rows: AsyncIterable<readonly Cell[]>): Readable {
  const zip = new ZipFile()
  for (const [path, xml] of Object.entries(parts(name)))
    zip.addBuffer(Buffer.from(HEAD + xml), path, { mtime: ANY_TIME })
  const sheet = Readable.from(sheetXml(rows), { objectMode: false })
  const output = zip.outputStream as Readable
  // yazl does not pass on errors of its inputs.
  sheet.on('error', (error) => output.destroy(error))
  zip.on('error', (error: Error) => output.destroy(error))
  // Stops reading rows when the reader leaves.
  output.on('close', () => sheet.destroy())
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', { mtime: ANY_TIME, compressionLevel: COMPRESSION })
  zip.end()
  return output
}

import { buffer } from 'node:stream/consumers'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'

interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

const TOKEN = /<\?xml [^?]*\?>\n|<\/([\w:]+)>|<([\w:]+)((?: [\w:]+="[^"<]*")*)(\/?)>|([^<]+)/y
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#13': '\r' }

function plain(text: string): string {
  if (/&(?!(?:amp|lt|gt|quot|#13);)|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text))
    throw new Error(`No XML text: ${JSON.stringify(text)}`)
  return text.replace(/&([^;]+);/g, (_, name: string) => ENTITIES[name]!)
}

/** Throws at the first thing that is not well formed. */
export function parseXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  TOKEN.lastIndex = 0
  for (let at = 0; at < xml.length; at = TOKEN.lastIndex) {
    const match = TOKEN.exec(xml)
    if (!match) throw new Error(`No XML at ${at}: ${xml.slice(at, at + 80)}`)
    const [, closed, name, attributes = '', empty, text] = match
    const here = open.at(-1)!
    if (text !== undefined) here.text += plain(text)
    else if (closed && open.pop()?.name !== closed) throw new Error(`Wrong end ${closed} at ${at}`)
    else if (name) {
      const pairs = [...attributes.matchAll(/ ([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [
        key!,
        plain(value!)
      ])
      const element: Element = { name, attributes: Object.fromEntries(pairs), children: [], text: '' }
      here.children.push(element)
      if (!empty) open.push(element)
    }
  }
  if (open.length !== 1 || root.children.length !== 1) throw new Error('XML without an end')
  return root.children[0]!
}

export async function unzipped(archive: Buffer): Promise<Map<string, string>> {
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(archive, { lazyEntries: true, strictFileNames: true }, (error, made) =>
      error ? reject(error) : resolve(made)
    )
  )
  const files = new Map<string, string>()
  const read = (entry: Entry) =>
    new Promise<NodeJS.ReadableStream>((resolve, reject) =>
      zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
    )
  return new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', () => resolve(files))
    zip.on('entry', (entry: Entry) => {
      read(entry)
        .then(async (stream) => {
          files.set(entry.fileName, (await buffer(stream)).toString('utf8'))
          zip.readEntry()
        })
        .catch(reject)
    })
    zip.readEntry()
  })
}

/** The cells of the one sheet of a workbook; every part of it must be well formed. */
export async function sheetRows(archive: Buffer): Promise<(string | number)[][]> {
  const files = await unzipped(archive)
  const parsed = new Map([...files].map(([path, xml]) => [path, parseXml(xml)]))
  const types = parsed
    .get('[Content_Types].xml')
    ?.children.flatMap(({ attributes }) => attributes.PartName ?? [])
  for (const part of types ?? []) if (!files.has(part.slice(1))) throw new Error(`No ${part}`)
  const sheet = parsed.get('xl/worksheets/sheet1.xml')
  if (sheet?.name !== 'worksheet') throw new Error('No sheet')
  return sheet.children[0]!.children.map((row) =>
    row.children.map(({ attributes, children: [value] }) => {
      if (!value) return ''
      return attributes.t === 'inlineStr' ? value.children[0]!.text : Number(value.text)
    })
  )
}

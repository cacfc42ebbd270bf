/** Characters; shorter kept texts are joined with their neighbours. */
const SHORT = 256

/** Text of many pages, encoded once. */
export class Kept {
  #bytes: Buffer | null = null
  constructor(readonly text: string) {}

  get isShort(): boolean {
    return this.text.length < SHORT
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.text)
    return this.#bytes
  }
}

/** Consecutive pieces of a page, joined only when it is sent. */
export type Markup = string | Kept | readonly Markup[]

export function textOf(markup: Markup): string {
  if (typeof markup === 'string') return markup
  return markup instanceof Kept ? markup.text : markup.map(textOf).join('')
}

/**
 * The markup in UTF-8. Everything is written into one buffer: kept bytes are copied once, and texts between are not encoded into
 * buffers of their own.
 */
export function bytesOf(markup: Markup): Buffer {
  const pieces: (string | Buffer)[] = []
  let size = 0
  let text = ''
  const end = () => {
    if (text === '') return
    size += Buffer.byteLength(text)
    pieces.push(text)
    text = ''
  }
  const add = (one: Markup): void => {
    if (typeof one === 'string') text += one
    else if (!(one instanceof Kept)) for (const piece of one) add(piece)
    else if (one.isShort) text += one.text
    else {
      end()
      size += one.bytes.length
      pieces.push(one.bytes)
    }
  }
  add(markup)
  end()
  const bytes = Buffer.allocUnsafe(size)
  let at = 0
  for (const piece of pieces) {
    if (typeof piece === 'string') at += bytes.write(piece, at)
    else {
      bytes.set(piece, at)
      at += piece.length
    }
  }
  return bytes
}

/** Random per process and never sent, so that no author can write it into a page. */
export const TOKEN = crypto.randomUUID()
/** React writes this between adjacent texts, such as placeholders. */
const BETWEEN = '<!-- -->'
const [OPEN, CLOSE] = [`\uE000${TOKEN}:`, '\uE001']

/** Text to be replaced by `fillPlaceholders`. `name` must not contain `\uE001`. */
export const placeholder = (name: string | number): string => `${OPEN}${name}${CLOSE}`

/** Texts around placeholders and, at odd indexes, their names. */
export function splitAtPlaceholders(html: string): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = html.indexOf(OPEN); at >= 0; at = html.indexOf(OPEN, from)) {
    const end = html.indexOf(CLOSE, at)
    const before = html.slice(from, at)
    parts.push(before === BETWEEN ? '' : before, html.slice(at + OPEN.length, end))
    from = end + CLOSE.length
  }
  parts.push(html.slice(from))
  return parts
}

export type Cut = readonly (Kept | string)[]

/** Texts around placeholders, each encoded once; at odd indexes their names. */
export const keptCut = (html: string): Cut =>
  splitAtPlaceholders(html).map((part, place) => (place % 2 ? part : new Kept(part)))

/** `of` gives what stands in the place of each name. */
export const fillPlaceholders = (parts: Cut, of: (name: string) => Markup): Markup =>
  parts.length === 1 ? parts[0]! : parts.map((part, place) => (place % 2 ? of(part as string) : part))

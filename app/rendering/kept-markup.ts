import { Kept, type Markup } from './markup'

/** Characters in a generation; each takes up to three bytes. */
const ROOM = 6_000_000
/** Milliseconds until a generation is replaced. */
const AGE = 30_000

let lately = new Map<string, Markup>()
let before = new Map<string, Markup>()
/** Texts counted in `taken`, because markup shares them. */
let counted = new WeakSet<Kept>()
let taken = 0
let since = 0

function rotate(): void {
  before = lately
  lately = new Map()
  counted = new WeakSet()
  taken = 0
  since = performance.now()
}

/** Joins short texts between kept ones, so that they are encoded once. */
function packed(markup: Markup): Markup {
  const pieces: Kept[] = []
  let text = ''
  const end = () => {
    if (text) pieces.push(new Kept(text))
    text = ''
  }
  const add = (one: Markup): void => {
    if (typeof one === 'string') text += one
    else if (!(one instanceof Kept)) for (const piece of one) add(piece)
    else if (one.isShort) text += one.text
    else {
      end()
      pieces.push(one)
    }
  }
  add(markup)
  end()
  return pieces
}

function keep(key: string, markup: Markup): void {
  lately.set(key, markup)
  taken += key.length
  for (const piece of markup as readonly Kept[]) {
    if (counted.has(piece)) continue
    counted.add(piece)
    taken += piece.text.length
  }
  if (taken > ROOM) rotate()
}

/** Made at most once while in use. The key must contain everything that the markup depends on. */
export function keptMarkup(key: string, make: () => Markup): Markup {
  if (performance.now() - since > AGE) rotate()
  const known = lately.get(key)
  if (known) return known
  const markup = before.get(key) ?? packed(make())
  keep(key, markup)
  return markup
}

import { type ComponentType, isValidElement, type ReactElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { TextProvider, type Words } from '~/app/i18n/text'
import { escapeJson } from '~/app/islands/runtime/page'
import { Cached, CachedContext, type CachedProps, type RenderCache, type Slots, type Texts } from './cached'
import {
  type Cut,
  fillPlaceholders,
  Kept,
  keptCut,
  type Markup,
  placeholder,
  splitAtPlaceholders,
  TOKEN,
  textOf
} from './markup'

const ID = `${TOKEN}-`

/** Characters kept; each takes up to three bytes, as text and encoded. */
const ROOM = 12_000_000

/** Renderings by key: the present generation and the one before. */
let lately = new Map<string, Cut>()
let before = new Map<string, Cut>()
let taken = 0

const sizeOf = (key: string, parts: Cut) => parts.reduce((sum, part) => sum + textOf(part).length, key.length)

function keep(key: string, parts: Cut): void {
  lately.set(key, parts)
  taken += sizeOf(key, parts)
  if (taken < ROOM / 2) return
  before = lately
  lately = new Map()
  taken = 0
}

function known(key: string): Cut | undefined {
  const parts = lately.get(key)
  if (parts) return parts
  const older = before.get(key)
  if (older) keep(key, older)
  return older
}

const numbers = new WeakMap<object, number>()
let count = 0
/** Number of a component in keys. */
export function numberOf(component: object): number {
  const known = numbers.get(component) ?? ++count
  numbers.set(component, known)
  return known
}

interface Rendering {
  of: object
  locale: string
  /** Names of the texts. */
  texts: string
  parts: Cut
}

class Shared {
  readonly number = ++count
  #json: Kept | null = null
  /** The last rendering with the value as all properties, without slots: found without a key. */
  latest: Rendering | null = null
  constructor(readonly value: object) {}

  get json(): Kept {
    this.#json ??= new Kept(escapeJson(JSON.stringify(this.value)))
    return this.#json
  }
}

/** Frozen values that many keys contain; a number represents them. */
const shared = new WeakMap<object, Shared>()

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const one of Object.values(value)) freeze(one)
}

/** Marks a value as shared, so that its JSON is written once. Freezes it deeply. */
export function shareValue<T extends object>(value: T): T {
  if (!shared.has(value)) {
    freeze(value)
    shared.set(value, new Shared(value))
  }
  return value
}

/** Member names that need no escaping in JSON. */
const PLAIN = /^\w+$/

/** Depth to which shared values are recognised. */
const DEPTH = 3

/** Receives the pieces of JSON. */
interface Sink {
  text: string
  shared(known: Shared): void
  /** JSON of a value that holds no shared ones. */
  quote(value: unknown): string
}

/** True for values that JSON leaves out. */
const isLeftOut = (value: unknown) =>
  value === undefined || typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint'

function write(value: unknown, sink: Sink, depth = 0): void {
  if (typeof value === 'string') sink.text += sink.quote(value)
  else if (typeof value === 'number') sink.text += Number.isFinite(value) ? String(value) : 'null'
  else if (typeof value === 'boolean') sink.text += value ? 'true' : 'false'
  else if (typeof value !== 'object' || value === null) sink.text += 'null'
  else writeObject(value, sink, depth)
}

function writeObject(value: object, sink: Sink, depth: number): void {
  const known = shared.get(value)
  if (known) sink.shared(known)
  else if (depth > DEPTH || value instanceof Date) sink.text += sink.quote(value)
  else if (Array.isArray(value)) {
    sink.text += '['
    for (let at = 0; at < value.length; at++) {
      if (at > 0) sink.text += ','
      write(value[at], sink, depth + 1)
    }
    sink.text += ']'
  } else {
    let before = '{'
    for (const name of Object.keys(value)) {
      const member = (value as Record<string, unknown>)[name]
      if (isLeftOut(member)) continue
      sink.text += PLAIN.test(name) ? `${before}"${name}":` : `${before}${sink.quote(name)}:`
      before = ','
      write(member, sink, depth + 1)
    }
    sink.text += before === '{' ? '{}' : '}'
  }
}

/** JSON.stringify for a script element; shared values are not written again. */
export function jsonMarkup(value: object): Markup {
  const pieces: Markup[] = []
  const sink: Sink = {
    text: '',
    shared({ json }) {
      pieces.push(sink.text, json)
      sink.text = ''
    },
    quote: (one) => escapeJson(JSON.stringify(one))
  }
  write(value, sink)
  pieces.push(sink.text)
  return pieces
}

export const jsonOf = (value: object): string => textOf(jsonMarkup(value))

/** Key of a value, shared values by number: equal keys mean equal JSON. */
export function keyOf(value: object): string {
  const sink: Sink = {
    text: '',
    shared({ number }) {
      sink.text += `#${number}`
    },
    quote: JSON.stringify
  }
  write(value, sink)
  return sink.text
}

/** Prefixes of placeholders for texts and slots. */
const TEXT = 't:'
const SLOT = 's:'

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;'
}
const SPECIAL = /[&<>"']/
const escapeText = (text: string) =>
  SPECIAL.test(text) ? text.replace(/[&<>"']/g, (char) => ESCAPES[char]!) : text

interface Own {
  texts: Texts
  of: number
}

const namesOf = (kind: string, of: number, values: object) =>
  Object.fromEntries(Object.keys(values).map((name) => [name, placeholder(`${kind}${of}:${name}`)]))

/** Fills in texts and slots. Placeholders of an enclosing component stay. */
function withOwn(parts: Cut, { texts, of }: Own, slotOf: (name: string) => Markup): Markup {
  if (parts.length === 1) return parts[0]!
  const [text, slot] = [`${TEXT}${of}:`, `${SLOT}${of}:`]
  return fillPlaceholders(parts, (name) => {
    if (name.startsWith(text)) return escapeText(texts[name.slice(text.length)]!)
    return name.startsWith(slot) ? slotOf(name.slice(slot.length)) : placeholder(name)
  })
}

/** Components proven to only print their texts. */
const proven = new WeakSet<ComponentType>()

const NONE = {}

type Component = Pick<CachedProps<object, object>, 'of' | 'texts' | 'slots'>

function cached(component: Component, props: object, words: Words): Markup {
  const { of, texts = NONE, slots = NONE } = component
  const own: Own = { texts: texts as Texts, of: numberOf(of) }
  return withOwn(partsFor(component, own, props, words), own, (name) =>
    partsOf((slots as Slots)[name], words)
  )
}

function partsFor(component: Component, own: Own, props: object, words: Words): Cut {
  const { of, slots } = component
  const whole = slots ? undefined : shared.get(props)
  if (!whole) return rendering(component, own, props, words)
  const { latest } = whole
  const texts = Object.keys(own.texts).join()
  if (latest?.of === of && latest.locale === words.locale && latest.texts === texts) return latest.parts
  const parts = rendering(component, own, props, words)
  whole.latest = { of, locale: words.locale, texts, parts }
  return parts
}

function rendering(
  { of: Of, texts = NONE, slots = NONE }: Component,
  own: Own,
  props: object,
  words: Words
): Cut {
  const key = `${own.of} ${words.locale} ${Object.keys(texts)} ${Object.keys(slots)} ${keyOf(props)}`
  const parts = known(key)
  if (parts) return parts
  // Parsed from the key, so that nothing else can influence the rendering.
  const given = JSON.parse(jsonOf(props)) as object
  const render = (more: Texts) =>
    textOf(
      renderWhole(
        <TextProvider {...words}>
          <Of {...given} {...more} {...namesOf(SLOT, own.of, slots)} />
        </TextProvider>,
        { identifierPrefix: ID }
      )
    )
  const html = render(namesOf(TEXT, own.of, texts))
  const name = Of.displayName ?? Of.name
  // The browser would make another id.
  if (html.includes(`:${ID}`)) throw new Error(`${name} is cached and makes ids by useId`)
  const made = keptCut(html)
  if (Object.keys(texts).length > 0 && !proven.has(Of)) {
    const empty = namesOf(SLOT, own.of, slots)
    if (textOf(withOwn(made, own, (slot) => empty[slot]!)) !== render(own.texts))
      throw new Error(`${name} is cached and looks into its texts`)
    proven.add(Of)
  }
  keep(key, made)
  return made
}

const PART = 'p:'

interface RenderOptions {
  identifierPrefix: string
  outline?: boolean
}

/** Part name of a placeholder; null for other placeholders. */
export const partName = (placeholderName: string): string | null =>
  placeholderName.startsWith(PART) ? placeholderName.slice(PART.length) : null

/** Renders to HTML, with cached renderings of equal parts. */
export function renderWhole(
  tree: ReactElement,
  { outline, ...options }: Partial<RenderOptions> = {}
): Markup {
  const inserted: Markup[] = []
  const insert = (markup: Markup) => placeholder(inserted.push(markup) - 1)
  const cache: RenderCache = {
    insert,
    part: (name) => (outline ? placeholder(PART + name) : null),
    show: (of, props, words): ReactNode => insert(cached(of, props, words))
  }
  const html = renderToString(
    <CachedContext.Provider value={cache}>{tree}</CachedContext.Provider>,
    options as { identifierPrefix: string }
  )
  if (inserted.length === 0) return html
  return fillPlaceholders(splitAtPlaceholders(html), (name) => inserted[Number(name)] ?? placeholder(name))
}

const lasting = new WeakMap<object, Map<string, Markup>>()
/** Parts kept for one object: views and languages of a team. */
const MAX_LASTING = 20

function Ready(_props: { markup: Markup }): ReactNode {
  throw new Error('What keptPart gives stands only in an outline')
}

/**
 * A part of an outline, put together once while `of` lives: a team's own standing on one version of the board.
 * @param key together with `of` and the language all that the part depends on
 */
export function keptPart(of: object, key: string, words: Words, make: () => ReactNode): ReactNode {
  const known = lasting.get(of) ?? new Map<string, Markup>()
  if (known.size === 0) lasting.set(of, known)
  const name = `${words.locale} ${key}`
  const markup = known.get(name) ?? partsOf(make(), words)
  if (known.size >= MAX_LASTING && !known.has(name)) known.clear()
  known.set(name, markup)
  return <Ready markup={markup} />
}

/**
 * The markup of a node that is cached, made or taken from the cache; null for any other node, which React must render.
 */
export function partOf(node: ReactNode, words: Words): Markup | null {
  if (isValidElement<{ markup: Markup }>(node) && node.type === Ready) return node.props.markup
  if (!isValidElement<CachedProps<object, object>>(node) || node.type !== Cached) return null
  const { props, pieces } = node.props
  const part = (one: object) => cached(node.props, one, words)
  return pieces ? pieces(props).map(part) : part(props)
}

/** Markup of one or several cached components. @throws Error for anything else */
export function partsOf(nodes: ReactNode, words: Words): Markup {
  if (Array.isArray(nodes)) return (nodes as ReactNode[]).map((node) => partsOf(node, words))
  const markup = partOf(nodes, words)
  if (markup === null) throw new Error('What stands in a slot or a part of an outline is not cached')
  return markup
}

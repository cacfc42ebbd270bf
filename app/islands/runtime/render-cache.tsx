import { type ComponentType, isValidElement, type ReactElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { escapeJson } from '~/app/islands/runtime/page'
import { TextProvider, type Words } from '~/app/islands/runtime/text'
import { Cached, CachedContext, type CachedProps, type ShowCached } from './cached'

/** Nobody can write this into a page: it is made anew with each process and never leaves it. */
const TOKEN = crypto.randomUUID()
/** What React writes between two texts, as it takes placeholders for. */
const BETWEEN = '<!-- -->'
const [OPEN, CLOSE] = [`\uE000${TOKEN}:`, '\uE001']

/** Text that stands for something else until `fill`. `name` without `\uE001`. */
export const placeholder = (name: string | number): string => `${OPEN}${name}${CLOSE}`

/** The text around placeholders and, at odd places, their names. */
export function cut(html: string): string[] {
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

/** Puts in what the placeholders stand for. */
export const fill = (parts: readonly string[], of: (name: string) => string): string =>
  parts.map((part, place) => (place % 2 ? of(part) : part)).join('')

/** Begins ids that React makes, so that they are found. */
const ID = `${TOKEN}-`

/** Characters of markup and keys that are kept, about as many bytes or twice that. */
const ROOM = 12_000_000

/** Rendered components by all that they are rendered from, the least recently used first. */
const kept = new Map<string, string>()
let taken = 0

const numbers = new WeakMap<ComponentType<never>, number>()
let count = 0
function numberOf(component: ComponentType<never>): number {
  const known = numbers.get(component) ?? ++count
  numbers.set(component, known)
  return known
}

interface Shared {
  number: number
  /** As it may stand in a script element. */
  json: string
}

/** Values that many keys hold: frozen, so that one number can stand for them. */
const shared = new WeakMap<object, Shared>()

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const one of Object.values(value)) freeze(one)
}

/** Notes that a value is used again and again, so that it is written as JSON only once. It is frozen throughout. */
export function share<T extends object>(value: T): T {
  if (!shared.has(value)) {
    freeze(value)
    shared.set(value, { number: ++count, json: escapeJson(JSON.stringify(value)) })
  }
  return value
}

/** Names of members that stand in JSON as they are. */
const PLAIN = /^\w+$/

/** JSON of a value, shared ones by `of`, texts by `quote`. Undefined for what JSON leaves out. */
function write(
  value: unknown,
  of: (known: Shared) => string,
  quote: (text: string) => string
): string | undefined {
  switch (typeof value) {
    case 'string':
      return quote(value)
    case 'number':
      return Number.isFinite(value) ? String(value) : 'null'
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      break
    default:
      return undefined
  }
  if (value === null) return 'null'
  const known = shared.get(value)
  if (known) return of(known)
  if (value instanceof Date) return quote(value.toJSON())
  if (Array.isArray(value)) return `[${Array.from(value, (one) => write(one, of, quote) ?? 'null').join()}]`
  let text = ''
  for (const name of Object.keys(value)) {
    const member = write((value as Record<string, unknown>)[name], of, quote)
    if (member === undefined) continue
    text += `${text && ','}${PLAIN.test(name) ? `"${name}"` : quote(name)}:${member}`
  }
  return `{${text}}`
}

/** As JSON.stringify, for a script element; shared values in it are not written again. */
export const jsonOf = (value: object): string =>
  write(
    value,
    ({ json }) => json,
    (text) => escapeJson(JSON.stringify(text))
  )!

const keyOf = (value: object): string => write(value, ({ number }) => `#${number}`, JSON.stringify)!

function cached<P extends object>(Of: ComponentType<P>, props: P, words: Words): string {
  const key = `${numberOf(Of as ComponentType<never>)} ${words.locale} ${keyOf(props)}`
  const known = kept.get(key)
  if (known !== undefined) {
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  // Made from the key's own text, so that nothing else can come into it.
  const given = JSON.parse(jsonOf(props)) as P
  const html = renderWhole(
    <TextProvider {...words}>
      <Of {...given} />
    </TextProvider>,
    { identifierPrefix: ID }
  )
  // It would be another one in the browser.
  if (html.includes(`:${ID}`))
    throw new Error(`${Of.displayName ?? Of.name} is cached and makes ids by useId`)
  kept.set(key, html)
  taken += key.length + html.length
  for (const [oldest, markup] of kept) {
    if (taken <= ROOM) break
    kept.delete(oldest)
    taken -= oldest.length + markup.length
  }
  return html
}

/** Renders to HTML; parts that were rendered before from the same properties are taken from then. */
export function renderWhole(tree: ReactElement, options?: { identifierPrefix: string }): string {
  const parts: string[] = []
  const show: ShowCached = (of, props, words): ReactNode =>
    placeholder(parts.push(cached(of, props, words)) - 1)
  const html = renderToString(<CachedContext.Provider value={show}>{tree}</CachedContext.Provider>, options)
  return parts.length === 0 ? html : fill(cut(html), (name) => parts[Number(name)]!)
}

/** The markup of what is a cached component and nothing else; null for anything else. */
export function partOf(node: ReactNode, words: Words): string | null {
  if (!isValidElement<CachedProps<object>>(node) || node.type !== Cached) return null
  return cached(node.props.of, node.props.props, words)
}

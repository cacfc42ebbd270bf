import type { ComponentType, ReactElement, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { CachedContext, type ShowCached } from '~/app/islands/runtime/cached'
import { escapeJson } from '~/app/islands/runtime/page'
import { TextProvider, type Words } from '~/app/islands/runtime/text'

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
const ROOM = 24_000_000

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

/** JSON of a value; of shared ones what `of` makes of them. Undefined for what JSON leaves out. */
function write(value: unknown, of: (known: Shared) => string): string | undefined {
  const known = typeof value === 'object' && value !== null ? shared.get(value) : undefined
  if (known) return of(known)
  if (typeof value !== 'object' || value === null || Array.isArray(value) || 'toJSON' in value) {
    const text: string | undefined = JSON.stringify(value)
    return text && escapeJson(text)
  }
  const members: string[] = []
  for (const name in value) {
    const text = write((value as Record<string, unknown>)[name], of)
    if (text !== undefined) members.push(`"${name}":${text}`)
  }
  return `{${members.join(',')}}`
}

/** As JSON.stringify, for a script element; shared values in it are not written again. Names of members are plain. */
export const jsonOf = (value: object): string => write(value, ({ json }) => json)!

const keyOf = (value: object): string => write(value, ({ number }) => `#${number}`)!

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

import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, Scalar } from 'yaml'
import { COMPOSE_LIMITS, type ComposeFault, type ComposeIssue } from './contract'
import type { Parsed } from './document'
import { nearestWord } from './values'
import { dollarsOf } from './variables'

/** `node` null: absent. */
export interface Value {
  node: Node | null
  /** The key of the parent, which is the place of a missing value. */
  key: Node | null
  path: string
}

export interface Entry extends Value {
  name: string
  key: Node
}

export interface Members {
  known: Record<string, (value: Entry) => void>
  refused?: Record<string, ComposeFault>
  unsupported?: readonly string[]
}

const MAX_PAIRS = 5000
const MAX_MERGES = 10

const NULLS = new Set(['', '~', 'null', 'Null', 'NULL'])
const TRUE = new Set(['true', 'yes', 'on'])
const FALSE = new Set(['false', 'no', 'off'])

const isPlain = (node: Node | null): node is Scalar<string> =>
  isScalar(node) && (node.type === undefined || node.type === Scalar.PLAIN)

/** True for an absent value and for what YAML takes for null. */
export const isNull = ({ node }: Pick<Value, 'node'>): boolean =>
  node === null || (isPlain(node) && NULLS.has(node.value))

export class Reader {
  readonly issues: ComposeIssue[] = []
  private pairs = 0

  constructor(private readonly parsed: Parsed) {}

  get root(): Value {
    return { node: this.resolved(this.parsed.document.contents as Node | null), key: null, path: '' }
  }

  fault(value: Value, code: ComposeFault, params: ComposeIssue['params'] = {}, at?: Node): void {
    const node = at ?? value.node ?? value.key
    const { line, col } = this.parsed.lines.linePos(node?.range?.[0] ?? 0)
    const place = { line: Math.max(line, 1), column: Math.max(col, 1) }
    const known = this.issues.some(
      (one) => one.line === place.line && one.code === code && one.path === value.path
    )
    if (known || this.issues.length >= COMPOSE_LIMITS.issues) return
    const shown = Object.entries({ name: lastOf(value.path), ...params }).map(([key, value]) => [
      key,
      typeof value === 'string' && value.length > 100 ? `${value.slice(0, 100)}…` : value
    ])
    this.issues.push({
      ...place,
      path: value.path,
      code,
      params: { line: place.line, ...Object.fromEntries(shown) }
    })
  }

  /** Entries of a map, `<<` last; null with a fault. */
  entries(value: Value, max: number = COMPOSE_LIMITS.entries): Entry[] | null {
    if (!isMap(value.node)) {
      this.fault(value, 'compose.expected_map')
      return null
    }
    const found = new Map<string, Entry>()
    this.gather(value, value.node.items as Pair<Node, Node | null>[], found, 0)
    const entries = [...found.values()]
    if (entries.length > max) this.fault(value, 'compose.over_limit', { max })
    return entries.slice(0, max)
  }

  items(value: Value, max: number = COMPOSE_LIMITS.entries): Value[] | null {
    if (!isSeq(value.node)) {
      this.fault(value, 'compose.expected_list')
      return null
    }
    const { items } = value.node
    if (items.length > max) this.fault(value, 'compose.over_limit', { max })
    return items.slice(0, max).map((item, index) => ({
      node: this.resolved(item as Node | null),
      key: item as Node | null,
      path: `${value.path}.${index}`
    }))
  }

  raw(value: Value): string | null {
    if (!isScalar(value.node) || isNull(value)) {
      this.fault(value, 'compose.expected_text')
      return null
    }
    const text = String(value.node.value)
    if (text.length > COMPOSE_LIMITS.text) {
      this.fault(value, 'compose.text_too_long', { max: COMPOSE_LIMITS.text })
      return null
    }
    // Neither programs nor the database accept these.
    if (/[\0\p{Cs}]/u.test(text)) {
      this.fault(value, 'compose.bad_value', { value: JSON.stringify(text) })
      return null
    }
    return text
  }

  /** A text without variables; `$$` is a dollar. */
  text(value: Value): string | null {
    const raw = this.raw(value)
    if (raw === null) return null
    const { plain, placeholders, unknown } = dollarsOf(raw)
    if (unknown !== null) this.fault(value, 'compose.variable', { value: unknown })
    else if (placeholders.length > 0)
      this.fault(value, 'compose.variable_place', { value: `\${${placeholders[0]}}` })
    else return plain
    return null
  }

  matching(value: Value, form: RegExp, code: ComposeFault = 'compose.bad_value'): string | null {
    const text = this.text(value)
    if (text === null || form.test(text)) return text
    this.fault(value, code, { value: text })
    return null
  }

  /** `single`: a text counts as a list of one. */
  texts(value: Value, single = false): string[] {
    if (single && isScalar(value.node)) return [this.text(value)].flatMap((one) => one ?? [])
    return (this.items(value) ?? []).flatMap((item) => this.text(item) ?? [])
  }

  number(value: Value, min: number, max: number, whole = true): number | null {
    const text = this.text(value)
    if (text === null) return null
    if (!(whole ? /^\d{1,15}$/ : /^\d{1,9}(\.\d{1,9})?$|^\.\d{1,9}$/).test(text)) {
      this.fault(value, 'compose.expected_number', { value: text })
      return null
    }
    const number = Number(text)
    if (number >= min && number <= max) return number
    this.fault(value, 'compose.out_of_range', { min, max })
    return null
  }

  truth(value: Value): boolean | null {
    const text = this.text(value)?.toLowerCase()
    if (text === undefined) return null
    if (TRUE.has(text)) return true
    if (FALSE.has(text)) return false
    this.fault(value, 'compose.expected_truth', { value: text })
    return null
  }

  /** Reads a map by key. Ignores empty values and keys that begin with `x-`. */
  members(value: Value, { known, refused = {}, unsupported = [] }: Members): void {
    for (const entry of this.entries(value) ?? []) {
      const { name } = entry
      if (name.startsWith('x-')) continue
      if (Object.hasOwn(known, name)) {
        if (!isNull(entry)) known[name]!(entry)
      } else if (Object.hasOwn(refused, name)) this.fault(entry, refused[name]!, {}, entry.key)
      else if (unsupported.includes(name)) this.fault(entry, 'compose.unsupported', {}, entry.key)
      else {
        const near = nearestWord(name, Object.keys(known))
        if (near) this.fault(entry, 'compose.unknown_key_near', { near }, entry.key)
        else this.fault(entry, 'compose.unknown_key', {}, entry.key)
      }
    }
  }

  /** Adds missing pairs of a map, its own before `<<`. */
  private gather(
    value: Value,
    pairs: Pair<Node, Node | null>[],
    found: Map<string, Entry>,
    depth: number
  ): void {
    const merged: Node[] = []
    for (const { key, value: node } of pairs) {
      if (this.pairs++ >= MAX_PAIRS) break
      const name = this.resolved(key)
      if (isPlain(name) && name.value === '<<') merged.push(...this.mergedBy(node))
      else if (!isScalar(name) || isNull({ node: name })) this.fault(value, 'compose.expected_text', {}, key)
      else if (!found.has(String(name.value))) {
        const path = [value.path, String(name.value)].filter(Boolean).join('.')
        found.set(String(name.value), { name: String(name.value), key, node: this.resolved(node), path })
      }
    }
    if (this.pairs > MAX_PAIRS || (merged.length > 0 && depth >= MAX_MERGES)) {
      this.fault(value, 'compose.aliases', { max: COMPOSE_LIMITS.aliases })
      return
    }
    for (const node of merged)
      if (isMap(node)) this.gather(value, node.items as Pair<Node, Node | null>[], found, depth + 1)
      else this.fault(value, 'compose.expected_map', { name: '<<' }, node)
  }

  private mergedBy(node: Node | null): Node[] {
    const source = this.resolved(node)
    if (!source) return []
    return isSeq(source) ? source.items.flatMap((item) => this.resolved(item as Node) ?? []) : [source]
  }

  /** Target of an alias; null, with a fault, for an unknown one. */
  private resolved(node: Node | null): Node | null {
    if (!isAlias(node)) return node
    const found = node.resolve(this.parsed.document)
    if (found) return found
    this.fault({ node, key: node, path: '' }, 'compose.yaml', { reason: `*${node.source}` })
    return null
  }
}

const lastOf = (path: string) => {
  const parts = path.split('.')
  const named = parts.findLast((part) => !/^\d+$/.test(part))
  return named ?? path
}

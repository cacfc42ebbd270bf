import { isNode, Lexer, LineCounter, parseDocument, type YAMLError } from 'yaml'
import { Refusal } from './report-lines'

const READING = {
  schema: 'failsafe',
  merge: true,
  uniqueKeys: false,
  strict: false,
  logLevel: 'error'
} as const

/** References to one anchor: they may unfold to a million times the file. */
const MAX_ALIASES = 100

const MENDED = { length: 65_536, times: 200 }

/** Most tokens of a text, and of all its mended versions: the parser needs up to 40 µs per token and blocks the process. */
const MAX_TOKENS = { once: 20_000, mended: 100_000 }

/** Stops at the limit, so that it takes no longer for longer texts. @throws Refusal `bad_yaml` */
function countTokens(text: string, most: number): number {
  let count = 0
  for (const _ of new Lexer().lex(text))
    if (++count > most) throw new Refusal('bad_yaml', { reason: `More than ${most} tokens` })
  return count
}

const oneLine = (message: string) =>
  message
    .split('\n')[0]!
    .replace(/:$/, '')
    .replace(/; please use .*\(\)/, '')
    .slice(0, 200)

/** Where a missing space excludes a line from its quotes or brackets, which other readers accept; else null. */
function unindented(text: string, { code, pos: [at], message }: YAMLError): number | null {
  if (code === 'BAD_INDENT' && /sufficiently indented/.test(message))
    return text.lastIndexOf('\n', at - 1) + 1
  const follows = code === 'MISSING_CHAR' && /closing ['"]quote/.test(message) && text[at] === '\n'
  return follows && at + 1 < text.length ? at + 1 : null
}

/** Reads one document with texts only. @throws Refusal `bad_yaml` */
export function parseYaml(source: string): unknown {
  let text = source.replace(/\r\n?/g, '\n')
  let left = MAX_TOKENS.mended
  let first: YAMLError | undefined
  for (let times = 0; ; times++) {
    left -= countTokens(text, Math.min(left, MAX_TOKENS.once))
    const document = parseDocument(text, READING)
    const [fault] = document.errors
    if (!fault) {
      try {
        return document.toJS({ maxAliasCount: MAX_ALIASES })
      } catch (error) {
        throw new Refusal('bad_yaml', { reason: oneLine((error as Error).message) })
      }
    }
    first ??= fault
    const isOver = times === MENDED.times
    const at = source.length > MENDED.length || isOver ? null : unindented(text, fault)
    // What no space has mended is where the reading stopped first: the spaces moved its column.
    if (at === null) throw new Refusal('bad_yaml', { reason: oneLine((isOver ? first : fault).message) })
    text = `${text.slice(0, at)} ${text.slice(at)}`
  }
}

/** A document whose values have their types beside the texts they were written as. */
export interface TypedYaml {
  /** The value as `parseYaml` returns it: every scalar is a text. */
  texts: unknown
  /** Numbers, booleans and null by the core schema of YAML 1.2. */
  typed: unknown
  /** Line of a member, from 1; that of its nearest ancestor where it is not there. */
  lineOf(path: readonly PropertyKey[]): number
}

/** Reads one document strictly: a fault is not mended. @throws Refusal `bad_yaml` */
export function parseTypedYaml(source: string): TypedYaml {
  const text = source.replace(/\r\n?/g, '\n')
  countTokens(text, MAX_TOKENS.once)
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { schema: 'core', merge: true, logLevel: 'error', lineCounter })
  const [fault] = document.errors
  if (fault) throw new Refusal('bad_yaml', { reason: oneLine(fault.message) })
  try {
    return {
      texts: parseDocument(text, READING).toJS({ maxAliasCount: MAX_ALIASES }),
      typed: document.toJS({ maxAliasCount: MAX_ALIASES }),
      lineOf(path) {
        for (let length = path.length; length > 0; length--) {
          const node: unknown = document.getIn(path.slice(0, length), true)
          if (isNode(node) && node.range) return lineCounter.linePos(node.range[0]).line
        }
        return 1
      }
    }
  } catch (error) {
    throw new Refusal('bad_yaml', { reason: oneLine((error as Error).message) })
  }
}

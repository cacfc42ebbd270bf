import {
  type Document,
  Lexer,
  LineCounter,
  parseDocument,
  visit,
  type YAMLError,
  type YAMLWarning
} from 'yaml'
import { COMPOSE_LIMITS, type ComposeFault, type ComposeIssue } from './contract'

export interface Parsed {
  document: Document
  lines: LineCounter
}

/** Keeps scalars as text; each key parses its own. */
const READING = { schema: 'failsafe', uniqueKeys: true, logLevel: 'error' } as const

const issue = (code: ComposeFault, line: number, params: ComposeIssue['params'] = {}): ComposeIssue => ({
  line,
  path: '',
  code,
  params: { line, ...params }
})

const INDICATOR = /^[-?]$/

/** Line of too deep nesting; null for none. Checked first, because the parser is recursive. */
function tooDeep(text: string): number | null {
  let line = 1
  let flow = 0
  let block = 0
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') flow++
    else if (token === ']' || token === '}') flow = Math.max(0, flow - 1)
    else if (INDICATOR.test(token)) block++
    if (flow + block > COMPOSE_LIMITS.depth) return line
    const breaks = token.split('\n').length - 1
    if (breaks > 0) block = 0
    line += breaks
  }
  // Each level indents by at least one space.
  const indented = text.split('\n').findIndex((one) => /^ */.exec(one)![0].length > MAX_SPACES && one.trim())
  return indented < 0 ? null : indented + 1
}

/** More than authors indent, fewer than the parser's stack allows. */
const MAX_SPACES = 200

function faultOf({ code, message, pos, linePos }: YAMLError | YAMLWarning, text: string): ComposeIssue {
  const { line, col: column } = linePos?.[0] ?? { line: 1, col: 1 }
  if (code === 'DUPLICATE_KEY') {
    const name = /^[^\s:,{}[\]]+/.exec(text.slice(pos[0]))?.[0] ?? ''
    return { ...issue('compose.duplicate', line, { name }), column }
  }
  if (code === 'TAB_AS_INDENT') return { ...issue('compose.tab', line), column }
  if (code === 'MULTIPLE_DOCS') return { ...issue('compose.several_documents', line), column }
  const reason = message
    .split('\n')[0]!
    .replace(/ at line \d+, column \d+:?$/, '')
    .slice(0, 200)
  return { ...issue('compose.yaml', line, { reason }), column }
}

/** Issues in place of a document: what is too long or too deep, wrong YAML (one issue per line), too many aliases. */
export function parseText(text: string): Parsed | ComposeIssue[] {
  const bytes = new TextEncoder().encode(text).length
  if (bytes > COMPOSE_LIMITS.bytes) return [issue('compose.too_long', 1, { max: COMPOSE_LIMITS.bytes })]
  const deep = tooDeep(text)
  if (deep !== null) return [issue('compose.too_deep', deep, { max: COMPOSE_LIMITS.depth })]
  const lines = new LineCounter()
  const document = parseDocument(text, { ...READING, lineCounter: lines })
  // An unresolved tag would give an unintended value.
  const wrong = [...document.errors, ...document.warnings]
  if (wrong.length > 0) {
    const seen = new Set<number>()
    const faults = wrong.map((error) => faultOf(error, text))
    // Keeps one fault per line, because one mistake often causes several.
    return faults.filter(({ line }) => !seen.has(line) && seen.add(line)).slice(0, COMPOSE_LIMITS.issues)
  }
  const aliases: number[] = []
  visit(document, {
    Alias: (_key, node) => void aliases.push(node.range?.[0] ?? 0)
  })
  const surplus = aliases[COMPOSE_LIMITS.aliases]
  if (surplus !== undefined)
    return [issue('compose.aliases', lines.linePos(surplus).line, { max: COMPOSE_LIMITS.aliases })]
  return { document, lines }
}

/** Line editing in the terminal, because services behind nc echo nothing. */
import { type Edited, widthOf } from './line-layout'

export interface Line extends Edited {
  history: readonly string[]
  /** Index of the shown line in the history; its length for the new line. */
  at: number
  draft: readonly string[]
}

/** `line`: text to send with a line end; `part`: without one; `full`: the line is at its limit. */
export type Act = { kind: 'line' | 'part'; text: string } | { kind: 'close' | 'full' }

export const MAX_LINE = 64 * 1024
export const MAX_HISTORY = 100

export const NEW_LINE: Line = { text: [], cursor: 0, history: [], at: 0, draft: [] }

const KEYS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: keys are control characters
  /\x1b\[[0-9;?]*[ -/]*[@-~]|\x1bO[@-~]|\x1b[^[O]?|\r\n|[^\x00-\x08\x0a-\x1f\x7f-\x9f]+|[^\x1b]/gsu
// biome-ignore lint/suspicious/noControlCharactersInRegex: those that are no text
const CONTROL = /^[\x00-\x08\x0a-\x1f\x7f-\x9f]/

const remembered = (history: readonly string[], text: string) =>
  text === '' || history.at(-1) === text ? history : [...history, text].slice(-MAX_HISTORY)

function next({ history }: Line, text: string): Line {
  const all = remembered(history, text)
  return { ...NEW_LINE, history: all, at: all.length }
}

const cut = (line: Line, from: number, to: number): Line => ({
  ...line,
  text: [...line.text.slice(0, from), ...line.text.slice(to)],
  cursor: from
})

function wordStart({ text, cursor }: Line): number {
  let at = cursor
  while (at > 0 && text[at - 1] === ' ') at--
  while (at > 0 && text[at - 1] !== ' ') at--
  return at
}

function recall(line: Line, step: number): Line {
  const at = line.at + step
  if (at < 0 || at > line.history.length) return line
  const draft = line.at === line.history.length ? line.text : line.draft
  const text = at === line.history.length ? draft : [...line.history[at]!]
  return { ...line, at, draft, text, cursor: text.length }
}

/** Combining marks join the letter before them. */
function insert(line: Line, added: string): Line {
  const { text, cursor } = line
  const before = text.slice(0, cursor)
  for (const char of added)
    if (before.length > 0 && widthOf(char) === 0) before[before.length - 1] += char
    else before.push(char)
  return { ...line, text: [...before, ...text.slice(cursor)], cursor: before.length }
}

const to = (line: Line, cursor: number): Line => ({
  ...line,
  cursor: Math.max(0, Math.min(line.text.length, cursor))
})

const EDITS: Readonly<Record<string, (line: Line) => Line>> = {
  '\x7f': (line) => (line.cursor > 0 ? cut(line, line.cursor - 1, line.cursor) : line),
  '\x1b[3~': (line) => cut(line, line.cursor, line.cursor + 1),
  '\x15': (line) => cut(line, 0, line.cursor),
  '\x0b': (line) => cut(line, line.cursor, line.text.length),
  '\x17': (line) => cut(line, wordStart(line), line.cursor),
  '\x01': (line) => to(line, 0),
  '\x05': (line) => to(line, line.text.length),
  '\x1b[D': (line) => to(line, line.cursor - 1),
  '\x1b[C': (line) => to(line, line.cursor + 1),
  '\x1b[A': (line) => recall(line, -1),
  '\x1b[B': (line) => recall(line, 1)
}
/** Other sequences of the same keys, used after an application has switched the terminal's mode. */
const ALIASES: Readonly<Record<string, string>> = {
  '\b': '\x7f',
  '\x1b[H': '\x01',
  '\x1bOH': '\x01',
  '\x1b[1~': '\x01',
  '\x1b[F': '\x05',
  '\x1bOF': '\x05',
  '\x1b[4~': '\x05',
  '\x1bOA': '\x1b[A',
  '\x1bOB': '\x1b[B',
  '\x1bOC': '\x1b[C',
  '\x1bOD': '\x1b[D'
}

function press(line: Line, key: string): { line: Line; act?: Act } {
  const text = line.text.join('')
  switch (key) {
    case '\r':
    case '\n':
    case '\r\n':
      return { line: next(line, text), act: { kind: 'line', text } }
    case '\x04':
      return text === ''
        ? { line, act: { kind: 'close' } }
        : { line: next(line, text), act: { kind: 'part', text } }
    case '\x03':
      return { line: next(line, ''), act: { kind: 'close' } }
  }
  const edit = EDITS[ALIASES[key] ?? key]
  if (edit) return { line: edit(line) }
  if (key[0] === '\x1b' || CONTROL.test(key)) return { line }
  if (line.text.length + key.length > MAX_LINE) return { line, act: { kind: 'full' } }
  return { line: insert(line, key) }
}

/** Applies keys or pasted text, in the terminal's sequences; returns the new line and what to do. */
export function edit(line: Line, keys: string): { line: Line; acts: Act[] } {
  const acts: Act[] = []
  let now = line
  for (const [key] of keys.matchAll(KEYS)) {
    const pressed = press(now, key)
    now = pressed.line
    if (!pressed.act) continue
    acts.push(pressed.act)
    if (pressed.act.kind === 'close') break
  }
  return { line: now, acts }
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { edit, type Line, MAX_HISTORY, MAX_LINE, NEW_LINE } from './line-editor'

const typed = (keys: string, line: Line = NEW_LINE) => edit(line, keys)
const shown = ({ text, cursor }: Line) => `${text.slice(0, cursor).join('')}|${text.slice(cursor).join('')}`

const UP = '\x1b[A'
const DOWN = '\x1b[B'
const LEFT = '\x1b[D'

describe('a line', () => {
  it.each([
    ['plain text', 'abc', 'abc|'],
    ['backspace', 'abc\x7f', 'ab|'],
    ['backspace at the start', '\x7f\x7fa', 'a|'],
    ['in the middle', `ac${LEFT}b`, 'ab|c'],
    ['left beyond the start', `a${LEFT}${LEFT}b`, 'b|a'],
    ['delete', `abc${LEFT}${LEFT}\x1b[3~`, 'a|c'],
    ['delete at the end', 'a\x1b[3~', 'a|'],
    ['Ctrl+U', `abc${LEFT}\x15`, '|c'],
    ['Ctrl+K', `abc${LEFT}${LEFT}\x0b`, 'a|'],
    ['Ctrl+W', 'nc  -v host \x17', 'nc  -v |'],
    ['Home and End of applications', 'bc\x1bOHa\x1bOFd', 'abcd|'],
    ['Home and End', 'bc\x1b[1~a\x1b[4~d', 'abcd|'],
    ['an accent that comes alone', 'e\u0301x\x7f\x7f', '|'],
    ['characters beyond 16 bits', '😀b\x7f\x7f', '|'],
    ['a tab that was pasted', 'a\tb', 'a\tb|'],
    ['keys that mean nothing here', 'a\x1b[5~\x1b[1;5C\x1bf\x00\x1b[?1;2cb', 'ab|']
  ])('a line takes %s', (_, keys, line) => {
    const { line: after, acts } = typed(keys)
    expect([shown(after), acts]).toEqual([line, []])
  })

  it('Enter sends the line, and every line of a pasted text', () => {
    const { line, acts } = typed('one\rtwo\r\n\nrest')
    expect(acts).toEqual(['one', 'two', ''].map((text) => ({ kind: 'line', text })))
    expect(shown(line)).toBe('rest|')
  })

  it('Ctrl+D sends the line without a line end, and hangs up when it is empty', () => {
    const { line, acts } = typed('AAAA\x04')
    expect([acts, shown(line)]).toEqual([[{ kind: 'part', text: 'AAAA' }], '|'])
    expect(typed('\x04', line).acts).toEqual([{ kind: 'close' }])
  })

  it('Ctrl+C drops the line and what was pasted behind it', () => {
    const { line, acts } = typed('rm -rf /\x03\rmore\r')
    expect([acts, shown(line), line.history]).toEqual([[{ kind: 'close' }], '|', []])
  })

  it('a line at its limit takes no more and loses nothing', () => {
    const full = typed('a'.repeat(MAX_LINE))
    expect(full.acts).toEqual([])
    const more = typed('bc', full.line)
    expect(more.acts).toEqual([{ kind: 'full' }])
    expect(more.line.text).toHaveLength(MAX_LINE)
    expect(typed('\r', more.line).acts).toEqual([{ kind: 'line', text: 'a'.repeat(MAX_LINE) }])
  })
})

describe('the history', () => {
  const { line: after } = typed('one\rtwo\rtwo\r\r')

  it('the history keeps each sent line once, without empty lines', () =>
    expect(after.history).toEqual(['one', 'two']))

  it('moving through the history and back restores the unsent text', () => {
    const steps = ['dra', UP, UP, UP, DOWN, DOWN, DOWN, 'ft']
    let line = after
    const seen = steps.map((keys) => {
      line = typed(keys, line).line
      return shown(line)
    })
    expect(seen).toEqual(['dra|', 'two|', 'one|', 'one|', 'two|', 'dra|', 'dra|', 'draft|'])
  })

  it('editing a recalled line does not change the history', () => {
    const { line, acts } = typed(`${UP}${UP}!\r${UP}${UP}`, after)
    expect(acts).toEqual([{ kind: 'line', text: 'one!' }])
    expect([line.history, shown(line)]).toEqual([['one', 'two', 'one!'], 'two|'])
  })

  it('the history is bounded', () => {
    const { line } = typed(Array.from({ length: MAX_HISTORY + 5 }, (_, n) => `${n}\r`).join(''))
    expect([line.history.length, line.history[0]]).toEqual([MAX_HISTORY, '5'])
  })
})

it('the cursor stays within the line, whatever is pressed', () => {
  const keys = fc.constantFrom(
    UP,
    DOWN,
    LEFT,
    '\x1b[C',
    '\x7f',
    '\x1b[3~',
    '\x15',
    '\x0b',
    '\x17',
    '\r',
    '\x04',
    'a b',
    '漢',
    '\u0301'
  )
  fc.assert(
    fc.property(fc.array(keys, { maxLength: 60 }), (pressed) => {
      let line = NEW_LINE
      for (const key of pressed) {
        line = edit(line, key).line
        expect(line.cursor).toBeGreaterThanOrEqual(0)
        expect(line.cursor).toBeLessThanOrEqual(line.text.length)
      }
    })
  )
})

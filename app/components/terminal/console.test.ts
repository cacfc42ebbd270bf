import { Terminal } from '@xterm/xterm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Console, createConsole } from './console'

function stage(cols = 20, rows = 8) {
  const screen = new Terminal({ cols, rows, convertEol: true, scrollback: 200 })
  const sent: string[] = []
  const told = { closed: 0, full: 0 }
  const lines = createConsole(screen, {
    send: (text) => sent.push(text),
    close: () => told.closed++,
    full: () => told.full++
  })
  return { screen, sent, told, lines }
}

/** Resolves when all output is shown. The console writes again after it: hence three times. */
const settled = async (screen: Terminal) => {
  for (let n = 0; n < 3; n++) await new Promise<void>((resolve) => screen.write('', resolve))
}

function shown({ buffer: { active } }: Terminal) {
  let text = ''
  for (let at = 0; at < active.length; at++) {
    const goesOn = active.getLine(at + 1)?.isWrapped ?? false
    text += active.getLine(at)!.translateToString(!goesOn) + (goesOn ? '' : '\n')
  }
  return text.trimEnd()
}
const cursorOf = ({ buffer: { active } }: Terminal) => [active.baseY + active.cursorY, active.cursorX]

describe('a console', () => {
  it('typed text is shown and sent, although the service echoes nothing', async () => {
    const { screen, lines, sent } = stage()
    lines.show('name? ')
    await settled(screen)
    lines.type('mirra\x7fs\x7f')
    await settled(screen)
    expect(shown(screen)).toBe('name? mirr')
    lines.type('\x7fa\r')
    lines.show('hello mira\n')
    await settled(screen)
    expect([shown(screen), sent]).toEqual(['name? mira\nhello mira', ['mira\n']])
  })

  it('the edited line stays below the output of the service', async () => {
    const { screen, lines } = stage()
    lines.show('> ')
    await settled(screen)
    lines.type('half')
    lines.show('\nnews!\n> ')
    lines.type(' a line')
    await settled(screen)
    expect(shown(screen)).toBe('> \nnews!\n> half a line')
    expect(cursorOf(screen)).toEqual([2, 13])
  })

  it('a long line wraps, and is deleted as a whole', async () => {
    const { screen, lines } = stage(10, 5)
    lines.show('12345> ')
    await settled(screen)
    lines.type('abcdefghijklmnop')
    await settled(screen)
    expect(shown(screen)).toBe('12345> abcdefghijklmnop')
    lines.type('\x1b[D'.repeat(14))
    await settled(screen)
    expect(cursorOf(screen)).toEqual([0, 9])
    lines.type('漢')
    await settled(screen)
    expect(cursorOf(screen)).toEqual([1, 2])
    lines.type('\x05\x15')
    await settled(screen)
    expect([shown(screen), cursorOf(screen)]).toEqual(['12345>', [0, 7]])
  })
})

describe('a console in trouble', () => {
  it('several pasted lines are sent in order, and the unfinished rest is kept', async () => {
    const { screen, lines, sent, told } = stage()
    lines.type('one\rtwo\rAA\x04')
    await settled(screen)
    expect([shown(screen), sent]).toEqual(['one\ntwo\nAA', ['one\n', 'two\n', 'AA']])
    lines.type('\x03')
    expect(told).toEqual({ closed: 1, full: 0 })
  })

  it('keys work during endless output of the service', async () => {
    const { screen, lines, sent, told } = stage()
    let left = 300
    const talk = () => {
      if (left-- > 0) lines.show('y\n'.repeat(50), talk)
    }
    talk()
    lines.type('stop\r')
    lines.type('\x03')
    expect([sent, told.closed]).toEqual([['stop\n'], 1])
    await settled(screen)
  })

  it('the line is drawn again when the columns change, and deleted when it is dropped', async () => {
    const { screen, lines, sent } = stage(30)
    lines.show('$ ')
    await settled(screen)
    lines.type('a line of twenty or so')
    lines.resize(() => screen.resize(12, 8))
    await settled(screen)
    expect(shown(screen)).toBe('$ a line of twenty or so')
    lines.drop()
    await settled(screen)
    expect(shown(screen)).toBe('$')
    lines.type('\r')
    expect(sent).toEqual(['\n'])
  })
})

it('the screen shows what was typed, however it was edited', async () => {
  const key = fc.constantFrom(
    'a',
    'bcd',
    '漢字',
    '😀',
    'e\u0301',
    '\t',
    '\x7f',
    '\x1b[D',
    '\x1b[D',
    '\x1b[C',
    '\x01',
    '\x05',
    '\x1b[3~',
    '\x17',
    '\x0b'
  )
  const prompt = fc.stringMatching(/^[a-z> ]{0,8}$/)
  await fc.assert(
    fc.asyncProperty(
      prompt,
      fc.integer({ min: 4, max: 14 }),
      fc.array(key, { maxLength: 25 }),
      async (first, cols, keys) => {
        const [edited, fresh] = [stage(cols, 12), stage(cols, 12)]
        const type = async ({ screen, lines }: { screen: Terminal; lines: Console }, parts: string[]) => {
          lines.show(first)
          await settled(screen)
          for (const part of parts) lines.type(part)
          await settled(screen)
        }
        await type(edited, keys)
        edited.lines.type('\x05\x04')
        const text = edited.sent.at(-1) ?? ''
        await type(fresh, text ? [text, '\x04'] : [])
        await settled(edited.screen)
        expect(shown(edited.screen)).toBe(shown(fresh.screen))
        // Behind a prompt that fills its row, an empty line begins in the next row once it was written to.
        if (text) expect(cursorOf(edited.screen)).toEqual(cursorOf(fresh.screen))
      }
    ),
    { numRuns: 50 }
  )
})

import { edit, NEW_LINE } from './line-editor'
import { type Edited, redraw } from './line-layout'

export interface Screen {
  readonly cols: number
  readonly buffer: { readonly active: { readonly cursorX: number } }
  write(data: string | Uint8Array, parsed?: () => void): void
}

interface ConsoleEvents {
  send(text: string): void
  close(): void
  /** The line has reached its limit. */
  full(): void
}

export interface Console {
  /** Keys or pasted text, in the terminal's sequences. */
  type(keys: string): void
  /** Shows output above the edited line. `parsed` is called once it is shown. */
  show(data: string | Uint8Array, parsed?: () => void): void
  resize(change: () => void): void
  drop(): void
}

const NOTHING: Edited = { text: [], cursor: 0 }

/**
 * Edits lines of a service that echoes nothing. While output is pending, the edited line is off the screen.
 */
export function createConsole(screen: Screen, { send, close, full }: ConsoleEvents): Console {
  let line = NEW_LINE
  let drawn: Edited = NOTHING
  let column = 0
  let underway = 0

  const draw = (after: Edited) => {
    const change = redraw(drawn, after, { column, columns: screen.cols })
    if (change) screen.write(change)
    drawn = after
  }

  const arrived = () => {
    underway--
    if (underway > 0) return
    column = screen.buffer.active.cursorX
    draw(line)
  }

  const show = (data: string | Uint8Array, parsed?: () => void) => {
    draw(NOTHING)
    underway++
    screen.write(data, () => {
      parsed?.()
      arrived()
    })
  }

  return {
    show,

    type(keys) {
      const { line: after, acts } = edit(line, keys)
      line = after
      for (const act of acts) {
        if (act.kind === 'line') {
          show(`${act.text}\r\n`)
          send(`${act.text}\n`)
        } else if (act.kind === 'part') {
          show(act.text)
          send(act.text)
        } else if (act.kind === 'close') close()
        else full()
      }
      if (underway === 0) draw(line)
    },

    resize(change) {
      draw(NOTHING)
      underway++
      screen.write('', () => {
        change()
        arrived()
      })
    },

    drop() {
      line = { ...NEW_LINE, history: line.history, at: line.history.length }
      if (underway === 0) draw(line)
    }
  }
}

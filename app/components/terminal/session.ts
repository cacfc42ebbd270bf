import type { Terminal } from '@xterm/xterm'
import { type Connection, connect } from './connection'
import { createConsole } from './console'
import type { Ending } from './endings'
import { openScreen } from './screen'

const TWICE = 1000
/** Bytes that may wait to be shown. More are dropped, because browsers cannot slow a service down. */
const MAX_WAITING = 8 * 1024 * 1024

export type State = 'connecting' | 'open' | Ending

interface SessionOptions {
  address: string
  reader: boolean
  words: {
    label: string
    full: string
    ended(ending: Ending): string
    skipped(bytes: number): string
  }
  onState(state: State): void
  onLeave(): void
}

export interface Session {
  /** In raw mode every key is sent to the service at once. */
  setRaw(raw: boolean): void
  setReader(on: boolean): void
  reconnect(): void
  focus(): void
  text(): string
  close(): void
}

/** Keeps keys of the browser and the page away from the service. */
function watchKeys(terminal: Terminal, isRaw: () => boolean, leave: () => void): void {
  let escaped = Number.NEGATIVE_INFINITY
  terminal.attachCustomKeyEventHandler((event) => {
    const { type, key, ctrlKey, metaKey, altKey, isComposing, timeStamp } = event
    if (type !== 'keydown' || isComposing) return true
    if (key === 'Escape') {
      // Escape would close the dialog.
      event.preventDefault()
      const twice = timeStamp - escaped < TWICE
      escaped = twice ? Number.NEGATIVE_INFINITY : timeStamp
      if (twice) leave()
      return !twice && isRaw()
    }
    if (key === 'Tab' && !ctrlKey && !altKey) return isRaw()
    const command = (ctrlKey || metaKey) && !altKey
    if (command && key.toLowerCase() === 'v') return false
    return !(command && key.toLowerCase() === 'c' && terminal.hasSelection())
  })
  // Clears the selection after a copy, so that the next Ctrl+C interrupts the service.
  terminal.element?.addEventListener('copy', () => terminal.clearSelection())
}

/** A terminal and its connection. What the service sends faster than it can be drawn is skipped, and said so. */
export function openSession(pane: HTMLElement, options: SessionOptions): Session {
  const { address, reader, words, onState, onLeave } = options
  const screen = openScreen(pane, words.label)
  const { terminal } = screen
  terminal.options.screenReaderMode = reader
  let raw = false
  let connection: Connection | null = null
  let waiting = 0
  let skipped = 0

  const lines = createConsole(terminal, {
    send: (text) => connection?.send(text),
    close: () => connection?.leave(),
    full: () => notice(words.full)
  })
  const notice = (text: string) => lines.show(`\x1b[0m\r\n\x1b[3m${text}\x1b[0m\r\n`)

  const show = (data: Uint8Array) => {
    if (waiting + data.length > MAX_WAITING) {
      skipped += data.length
      return
    }
    waiting += data.length
    lines.show(data, () => {
      waiting -= data.length
      if (waiting > 0 || skipped === 0) return
      notice(words.skipped(skipped))
      skipped = 0
    })
  }

  const open = () => {
    onState('connecting')
    connection = connect(address, {
      open: () => onState('open'),
      bytes: show,
      ended(ending) {
        connection = null
        lines.drop()
        notice(words.ended(ending))
        onState(ending)
      }
    })
  }

  terminal.onData((data) => {
    if (!connection) return
    if (raw) connection.send(data)
    else lines.type(data)
  })
  // Mouse reports that the service has requested.
  terminal.onBinary((data) => {
    if (raw) connection?.send(Uint8Array.from(data, (char) => char.charCodeAt(0)))
  })
  watchKeys(terminal, () => raw, onLeave)
  const sized = new ResizeObserver(() => lines.resize(screen.fit))
  sized.observe(pane)
  open()
  terminal.focus()

  return {
    setRaw(next) {
      if (next) lines.drop()
      raw = next
      terminal.options.ignoreBracketedPasteMode = !raw
    },
    setReader(on) {
      terminal.options.screenReaderMode = on
    },
    reconnect() {
      if (!connection) open()
    },
    focus: () => terminal.focus(),
    text: screen.text,
    close() {
      sized.disconnect()
      connection?.drop()
      screen.close()
    }
  }
}

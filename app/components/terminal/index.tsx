/** The terminal in the browser. Fetched when somebody opens one, never with a page (tests/architecture/bundle.test.ts). */
import { createRoot } from 'react-dom/client'
import { type Text, TextProvider } from '~/app/islands/runtime/words/text'
import { keepOnTop } from './place'
import { TerminalDialog } from './TerminalDialog'

interface TerminalOptions {
  /** Address of the tunnel, `wss://…/api/proxy/…`. */
  address: string
  /** What it leads to; null when there is only one. */
  title: string | null
  /** Language of the words, which have the namespace `terminal`. */
  locale: string
  t: Text
  /** Gets the focus back; when it is gone by then, what held it. */
  opener: HTMLElement
}

/** The one that is open: there is room for one. */
let current: { address: string; host: HTMLElement; close(): void } | null = null

/**
 * Opens a terminal over the page, or beside it where there is room; one to another address is closed, one to the same gets
 * the focus. It belongs to no island, so it stays when the instance's box changes.
 */
export function openTerminal({ locale, t, opener, ...shown }: TerminalOptions): void {
  if (current?.address === shown.address) {
    current.host.querySelector('textarea')?.focus()
    return
  }
  current?.close()
  const holder = opener.closest<HTMLElement>('[tabindex]')
  const host = document.createElement('div')
  const moves = new EventTarget()
  const leave = keepOnTop(host, () => moves.dispatchEvent(new Event('move')))
  const root = createRoot(host)
  const close = () => {
    if (current?.host !== host) return
    current = null
    const held = host.contains(document.activeElement)
    root.unmount()
    leave()
    if (held) (opener.isConnected ? opener : holder)?.focus()
  }
  current = { address: shown.address, host, close }
  root.render(
    <TextProvider locale={locale} t={t}>
      <TerminalDialog {...shown} moves={moves} onClose={close} />
    </TextProvider>
  )
}

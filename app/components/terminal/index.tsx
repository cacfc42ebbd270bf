/** The terminal in the browser. Fetched when somebody opens one, never with a page (tests/architecture/bundle.test.ts). */
import { createRoot } from 'react-dom/client'
import { type Text, TextProvider } from '~/app/islands/runtime/text'
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

/** Opens a terminal over the page. It belongs to no island, so it stays when the instance's box changes. */
export function openTerminal({ locale, t, opener, ...shown }: TerminalOptions): void {
  const holder = opener.closest<HTMLElement>('[tabindex]')
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  let closed = false
  const close = () => {
    if (closed) return
    closed = true
    root.unmount()
    host.remove()
    ;(opener.isConnected ? opener : holder)?.focus()
  }
  root.render(
    <TextProvider locale={locale} t={t}>
      <TerminalDialog {...shown} onClose={close} />
    </TextProvider>
  )
}

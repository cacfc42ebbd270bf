/** The terminal, loaded only when somebody opens one (tests/architecture/bundle.test.ts). */
import { createRoot } from 'react-dom/client'
import { type Text, TextProvider } from '~/app/i18n/text'
import { keepOnTop } from './place'
import { TerminalDialog } from './TerminalDialog'

interface TerminalOptions {
  address: string
  title: string | null
  locale: string
  t: Text
  opener: HTMLElement
}

/** The open terminal: only one is open at a time. */
let current: { address: string; host: HTMLElement; close(): void } | null = null

/**
 * Opens a terminal and closes one to another address. It belongs to no island, so that it survives changes of the instance's box.
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
    const hadFocus = host.contains(document.activeElement)
    root.unmount()
    leave()
    if (hadFocus) (opener.isConnected ? opener : holder)?.focus()
  }
  current = { address: shown.address, host, close }
  root.render(
    <TextProvider locale={locale} t={t}>
      <TerminalDialog {...shown} moves={moves} onClose={close} />
    </TextProvider>
  )
}

import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'

/** The library's own hidden words (dismiss, close) in the page's language instead of the browser's. Not for server markup. */
export function UiLocale({ children }: { children: ReactNode }) {
  return <I18nProvider locale={document.documentElement.lang}>{children}</I18nProvider>
}

import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useLocale } from '~/app/islands/runtime/text'

/** The library's own hidden words (dismiss, close) in the page's language instead of the browser's. */
export function UiLocale({ children }: { children: ReactNode }) {
  return <I18nProvider locale={useLocale()}>{children}</I18nProvider>
}

import type { AppLoadContext } from '@remix-run/node'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { type Labels, TextProvider } from '~/app/i18n/text'
import { type IslandHost, IslandHostContext, OriginContext } from '~/app/islands/runtime/page'
import type { Markup } from '~/app/rendering/markup'
import { jsonMarkup, shareValue } from '~/app/rendering/render-cache'
import type { Scheme } from '../theme'
import { ShellContext, type ShellData } from './shell'

export interface PageHost extends IslandHost {
  /** JSON of the page's islands, escaped for a script element; '' without islands. */
  data(): Markup
}

/** The page for its islands, which read and register here. */
export function createHost(
  { ctx, translator, publicUrl }: AppLoadContext,
  { origin, scheme }: { origin: string; scheme: Scheme }
): PageHost {
  const page = { locale: ctx.locale, scheme }
  const labels: Record<string, Labels> = {}
  let islands = 0
  return {
    page,
    origin: publicUrl ? new URL(publicUrl).origin : origin,
    labels: (name) => (labels[name] ??= shareValue(translator.labels(ctx.locale, [name])[name] ?? {})),
    nextId: () => `i${++islands}-`,
    data: () => (islands === 0 ? '' : jsonMarkup({ ...page, labels }))
  }
}

interface ProvidersProps {
  locale: string
  t: TFunction
  host: PageHost
  shell: ShellData
  children: ReactNode
}

export function PageProviders({ locale, t, host, shell, children }: ProvidersProps) {
  return (
    <TextProvider locale={locale} t={t}>
      <IslandHostContext.Provider value={host}>
        <OriginContext.Provider value={host.origin}>
          <ShellContext.Provider value={shell}>{children}</ShellContext.Provider>
        </OriginContext.Provider>
      </IslandHostContext.Provider>
    </TextProvider>
  )
}

export const pageHeaders = (locale: string): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Language': locale,
  'Speculation-Rules': '"/speculation-rules.json"'
})

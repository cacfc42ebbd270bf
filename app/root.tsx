import type { LoaderFunctionArgs } from '@remix-run/node'
import { Links, Outlet, useLocation, useRouteError, useRouteLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Footer } from './components/shell/Footer'
import { navigationOf } from './components/shell/Navigation'
import { Loader, TooNarrow, watermarkOf } from './components/shell/Overlays'
import { errorTitle, PageError } from './components/shell/PageError'
import { PageMeta } from './components/shell/PageMeta'
import { useLocale, useText } from './i18n/text'
import { pageError } from './request/errors'
import { BootScript, IslandData } from './request/page/boot'
import { takesOwnCss } from './request/page/own-css'
import { ShellContext, type ShellData, shellOf, usePageFrame } from './request/page/shell'
import { Slot } from './request/page/slot'
import { NAMES } from './request/page/template-names'
import { DEFAULT_BRAND } from './request/theme'
import styles from './styles/app.css?url'

export const links = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.webp', type: 'image/webp' },
  { rel: 'manifest', href: '/manifest.webmanifest' }
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  try {
    return context.template?.shell ?? (await shellOf(request.headers.get('Cookie'), context))
  } catch (thrown) {
    throw pageError(thrown, request, context)
  }
}

export function Layout({ children }: { children: ReactNode }) {
  const shell = (useRouteLoaderData('root') as ShellData | undefined) ?? null
  const { pathname, search } = useLocation()
  const locale = useLocale()
  const t = useText()
  const error = useRouteError()
  const { title: named, modal, bare: requested } = usePageFrame()
  const title = error ? errorTitle(error, t) : named
  const bare = error ? null : requested
  const platform = shell?.platform.title ?? ''
  const brand = shell && shell.brand !== DEFAULT_BRAND ? shell.brand.slice(1) : null
  const scheme = bare ? 'dark' : (shell?.scheme ?? 'dark')
  const sheets = shell?.sheets
  return (
    <ShellContext.Provider value={shell}>
      <html lang={locale.toLowerCase()} dir="ltr" data-theme={scheme} data-now={shell?.now}>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content={scheme} />
          {bare && (
            <noscript>
              <meta httpEquiv="refresh" content={`${bare.refresh.after};url=${bare.refresh.to}`} />
            </noscript>
          )}
          <title>{[title, platform].filter(Boolean).join(' - ')}</title>
          <PageMeta title={title} />
          <Links />
          {brand && <link rel="stylesheet" href={`/theme.css?c=${brand}`} />}
          {sheets?.colours && <link rel="stylesheet" href={`/appearance/colours.css?v=${sheets.colours}`} />}
          {sheets?.own && takesOwnCss({ pathname, search }) && (
            <link rel="stylesheet" href={`/appearance/own.css?v=${sheets.own}`} />
          )}
          <BootScript />
        </head>
        <body className={bare?.className}>
          <Behind modal={modal}>
            <a className="skip" href="#main">
              {t('shell:skip')}
            </a>
            {shell && !bare && (
              <Slot name={NAMES.navigation}>{() => navigationOf(shell, { pathname, search })}</Slot>
            )}
          </Behind>
          {children}
          <Behind modal={modal}>{shell && !bare && <Footer platform={shell.platform} />}</Behind>
          <Slot name={NAMES.watermark}>{() => shell?.viewer && watermarkOf(shell.viewer.id)}</Slot>
          <TooNarrow platform={platform} />
          <Loader />
          <IslandData />
        </body>
      </html>
    </ShellContext.Provider>
  )
}

/** Makes the shell inert while a dialog covers the page, also without script. */
function Behind({ modal, children }: { modal: boolean; children: ReactNode }) {
  return modal ? (
    <div className="contents" {...{ inert: '' }}>
      {children}
    </div>
  ) : (
    children
  )
}

export default function App() {
  return <Outlet />
}

export const ErrorBoundary = PageError

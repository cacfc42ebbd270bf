import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { Links, Outlet, useRouteError } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Footer } from './components/Footer'
import { Navigation } from './components/Navigation'
import { Loader, TooNarrow, Watermark } from './components/Overlays'
import { errorTitle, PageError } from './components/PageError'
import { PageMeta } from './components/PageMeta'
import { inlineMarkdown } from './components/render-markdown'
import { useLocale, useText } from './islands/runtime/text'
import { flashOf } from './request/flash'
import { type ShellData, usePageFrame, useShell } from './request/shell'
import { brandOf, customThemeOf, DEFAULT_BRAND, schemeOf } from './request/theme'
import styles from './styles/app.css?url'
import inter from './styles/fonts/inter-latin-wght-normal.woff2?url'

export const links = () => [
  { rel: 'preload', href: inter, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.webp', type: 'image/webp' }
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services, ctx, publicUrl } = context
  const cookies = request.headers.get('Cookie')
  const [config, { globalConfig }] = await Promise.all([services.settings.client(), services.settings.read()])
  const theme = customThemeOf(cookies)
  const { actor } = ctx
  const shell: ShellData = {
    locale: ctx.locale,
    scheme: schemeOf(cookies),
    theme,
    brand: brandOf(theme, config.customTheme),
    now: ctx.now.getTime(),
    platform: {
      title: config.title,
      slogan: config.slogan,
      description: globalConfig.description,
      logoUrl: config.logoUrl,
      footer: config.footerInfo && inlineMarkdown(config.footerInfo)
    },
    viewer: actor && { id: actor.id, userName: actor.userName, role: actor.role, avatar: actor.avatar },
    flash: flashOf(cookies),
    requestId: ctx.requestId,
    publicUrl: publicUrl && new URL(publicUrl).origin
  }
  return data(shell)
}

/** The document around pages and errors alike. */
export function Layout({ children }: { children: ReactNode }) {
  const shell = useShell()
  const locale = useLocale()
  const t = useText()
  const error = useRouteError()
  const { title: named, modal, bare: asked } = usePageFrame()
  const title = error ? errorTitle(error, t) : named
  const bare = error ? null : asked
  const platform = shell?.platform.title ?? ''
  const brand = shell && shell.brand !== DEFAULT_BRAND ? shell.brand.slice(1) : null
  const scheme = bare ? 'dark' : (shell?.scheme ?? 'dark')
  return (
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
      </head>
      <body className={bare?.className}>
        <Behind modal={modal}>
          <a className="skip" href="#main">
            {t('shell:skip')}
          </a>
          {shell && !bare && <Navigation shell={shell} />}
        </Behind>
        {children}
        <Behind modal={modal}>{shell && !bare && <Footer platform={shell.platform} />}</Behind>
        {shell?.viewer && <Watermark id={shell.viewer.id} />}
        <TooNarrow platform={platform} />
        <Loader />
      </body>
    </html>
  )
}

/** The shell while a dialog lies over the page, also without script. */
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

import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'

/** The path from the page to the folder of the site: `` or `../`. */
export type Root = '' | '../'

export interface Site {
  t: TFunction
  locale: string
  title: string
}

const PAGES = [
  ['index.html', 'shell:nav.home'],
  ['scoreboard.html', 'games:bar.scoreboard'],
  ['challenges.html', 'games:bar.challenges'],
  ['statistics.html', 'games:bar.statistics']
] as const

interface LayoutProps {
  site: Site
  root: Root
  /** Path of the page in the site. */
  path: string
  /** Null for the home page. */
  title: string | null
  made: string
  children: ReactNode
}

/** A page that needs no script and no server; its policy keeps what somebody wrote from running. */
export function Layout({ site, root, path, title, made, children }: LayoutProps) {
  const { t } = site
  return (
    <html lang={site.locale}>
      <head>
        <meta charSet="utf-8" />
        <meta
          httpEquiv="Content-Security-Policy"
          content="script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-src 'none'"
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>{title === null ? site.title : `${title} · ${site.title}`}</title>
        <link rel="stylesheet" href={`${root}style.css`} />
      </head>
      <body>
        <header>
          <strong>
            <bdi>{site.title}</bdi>
          </strong>
          <nav aria-label={t('site:pages')}>
            {PAGES.map(([file, key]) => (
              <a key={file} href={`${root}${file}`} aria-current={file === path ? 'page' : undefined}>
                {t(key)}
              </a>
            ))}
          </nav>
        </header>
        <main>{children}</main>
        <footer>{t('site:made', { time: made })}</footer>
      </body>
    </html>
  )
}

export const timeText = (at: Date | number) =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`

export function Time({ at }: { at: Date | number }) {
  return <time dateTime={new Date(at).toISOString()}>{timeText(at)}</time>
}

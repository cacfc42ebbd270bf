import type { ReactNode } from 'react'
import { useText } from '~/app/i18n/text'
import { useShell } from '~/app/request/page/shell'
import { Banner } from '../Banner'

interface MainProps {
  className?: string
  /** Spans the window above the page's column and contains its heading. */
  hero?: ReactNode
  children: ReactNode
}

/** The main part, one per page. Shows the message of the last action first. */
export function Main({ className, hero, children }: MainProps) {
  const column = className ? `page ${className}` : 'page'
  if (!hero)
    return (
      <main id="main" className={column} tabIndex={-1}>
        <Flash />
        {children}
      </main>
    )
  return (
    <main id="main" className="with-hero" tabIndex={-1}>
      {hero}
      <div className={column}>
        <Flash />
        {children}
      </div>
    </main>
  )
}

function Flash() {
  const t = useText()
  const flash = useShell()?.flash
  if (!flash) return null
  return (
    <div className="flash">
      <Banner tone={flash.tone} inline>
        {t(flash.key, flash.params)}{' '}
        {flash.next && (
          <a className="link" href={flash.next.to}>
            {t(flash.next.key)}
          </a>
        )}
      </Banner>
    </div>
  )
}

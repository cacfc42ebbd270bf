import type { ReactNode } from 'react'
import { useText } from '~/app/islands/runtime/words/text'
import { useShell } from '~/app/request/page/shell'
import { Banner } from '../Banner'

interface MainProps {
  /** wide, narrow, flush (see patterns/shell.css) or the page's own classes. */
  className?: string
  children: ReactNode
}

/** The page's main part: every page has exactly one. The message of the last action stands first in it. */
export function Main({ className, children }: MainProps) {
  const t = useText()
  const flash = useShell()?.flash
  return (
    <main id="main" className={className ? `page ${className}` : 'page'} tabIndex={-1}>
      {flash && (
        <div className="flash">
          <Banner tone={flash.tone} inline>
            {t(flash.key, flash.params)}
          </Banner>
        </div>
      )}
      {children}
    </main>
  )
}

import type { ReactNode } from 'react'
import { useText } from '~/app/islands/runtime/words/text'
import { useShell } from '~/app/request/page/shell'
import { Banner } from '../Banner'

interface MainProps {
  className?: string
  children: ReactNode
}

/** The main part, one per page. Shows the message of the last action first. */
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

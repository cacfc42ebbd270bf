import type { ReactNode } from 'react'
import { Hoist } from '~/app/components/flags'
import { Main } from '~/app/components/Main'
import { useText } from '~/app/islands/runtime/text'

/** The narrow column under the flags that logging in and registering share. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  const t = useText()
  return (
    <Main>
      <div className="auth">
        <Hoist word="HALYARD" size="login" label={t('account:flags')} />
        <div className="auth-b">
          <h1>{title}</h1>
          {children}
        </div>
      </div>
    </Main>
  )
}

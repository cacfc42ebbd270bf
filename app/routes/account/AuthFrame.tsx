import type { ReactNode } from 'react'
import { FormMessage } from '~/app/components/FormMessage'
import { Hoist } from '~/app/components/flags'
import { Main } from '~/app/components/Main'
import { useText } from '~/app/islands/runtime/text'
import { useFormState } from '~/app/request/form-state'
import { fromQuery } from './return-path'

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

interface AuthFormProps {
  action: '/account/Login' | '/account/Register'
  /** Where to go afterwards. */
  from: string
  submit: string
  /** The fields. */
  children: ReactNode
}

/** The form of both pages; what it was refused for stands above its fields. */
export function AuthForm({ action, from, submit, children }: AuthFormProps) {
  return (
    <form className="stack-16" method="post" action={action + fromQuery(from)}>
      <FormMessage state={useFormState()} />
      <input type="hidden" name="from" value={from} />
      {children}
      <button type="submit" className="btn primary lg block">
        {submit}
      </button>
    </form>
  )
}

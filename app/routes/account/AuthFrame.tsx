import type { ReactNode } from 'react'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Main } from '~/app/components/shell/Main'
import { Hoist } from '~/app/components/signal-flags'
import { useText } from '~/app/i18n/text'
import captchaIsland from '~/app/islands/captcha'
import type { CaptchaProps } from '~/app/islands/captcha/Captcha'
import { Island } from '~/app/islands/runtime/island'
import { useFormState } from '~/app/request/form-state'

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
  action?: string
  submit: string
  hidden?: Record<string, string>
  intent?: string
  /** Null: no captcha. */
  captcha?: CaptchaProps | null
  children?: ReactNode
}

/** The page's only form; a refusal is shown above its fields. */
export function AuthForm({ action, submit, hidden = {}, intent, captcha, children }: AuthFormProps) {
  return (
    <form className="stack-16" method="post" action={action}>
      <FormMessage state={useFormState(intent)} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      {captcha && <Island of={captchaIsland} props={captcha} />}
      <button type="submit" className="btn primary lg block">
        {submit}
      </button>
    </form>
  )
}

import { useText } from '~/app/i18n/text'
import type { FormState } from '~/app/request/forms'
import { PasswordField } from '~/app/routes/account/PasswordField'

interface OwnerFieldProps {
  /** Of a password that somebody chose; else a fresh login is asked for (docs/rules/accounts.md#proof-of-ownership). */
  hasPassword: boolean
  state: FormState | null
}

/** Proves in a form of the profile that the owner of the account is there. */
export function OwnerField({ hasPassword, state }: OwnerFieldProps) {
  const t = useText()
  if (hasPassword) return <PasswordField state={state} />
  return <p className="hint">{state?.errors.password ?? t('account:no_password')}</p>
}

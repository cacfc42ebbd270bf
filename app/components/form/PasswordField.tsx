import { useText } from '~/app/islands/runtime/words/text'
import type { FormState } from '~/app/request/forms'
import { Field } from './Field'

interface PasswordFieldProps {
  name?: 'password' | 'oldPassword'
  /** Default: "password". */
  label?: string
  state: FormState | null
  className?: string
  /** Default: true. */
  required?: boolean
}

/** The present password of an account. */
export function PasswordField({
  name = 'password',
  label,
  state,
  className,
  required = true
}: PasswordFieldProps) {
  const t = useText()
  return (
    <Field
      name={name}
      type="password"
      label={label ?? t('account:password')}
      state={state}
      className={className}
      autoComplete="current-password"
      maxLength={256}
      required={required}
    />
  )
}

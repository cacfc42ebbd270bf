import { Field } from '~/app/components/form/Field'
import { useText } from '~/app/i18n/text'
import type { FormState } from '~/app/request/forms'

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

import type { FormState } from '~/app/request/forms'
import { Field } from './Field'

interface CodeFieldProps {
  name?: string
  label: string
  state: FormState | null
  /** As high as the other fields of a page that has nothing else. */
  large?: boolean
  required?: boolean
}

/** A code of an authenticator app. */
export function CodeField({ name = 'code', label, state, large = false, required }: CodeFieldProps) {
  return (
    <Field
      {...{ name, label, state, required }}
      className={large ? 'lg mono' : 'mono'}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={16}
    />
  )
}

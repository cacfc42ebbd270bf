import momentField from '~/app/islands/moment-field'
import { Island } from '~/app/islands/runtime/island'
import type { FormState } from '~/app/request/forms'

interface MomentInProps {
  name: string
  label: string
  hint?: string
  state?: FormState | null
  /** What the field holds before it is sent, in UTC. */
  value?: string
  required?: boolean
  optional?: boolean
}

/** A field for a moment in UTC, as part of a form. */
export function MomentIn({ state, value = '', ...field }: MomentInProps) {
  const { name } = field
  const props = { ...field, value: state?.values[name] ?? value, error: state?.errors[name] }
  return <Island of={momentField} props={props} />
}

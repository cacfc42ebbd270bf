import { useActionData } from '@remix-run/react'
import type { FormState } from './forms'

/** Nothing to show again and no faults: of a form that nobody has sent, or whose work is done. */
export const emptyState = (intent = ''): FormState => ({ intent, values: {}, errors: {}, message: null })

/** State of a refused form; null for another form of the page, or none. */
export function useFormState(intent = ''): FormState | null {
  const state = useActionData() as FormState | undefined
  return state?.intent === intent ? state : null
}

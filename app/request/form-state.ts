import { useActionData } from '@remix-run/react'
import type { FormState } from './forms'

/** State of a refused form; null for another form of the page, or none. */
export function useFormState(intent = ''): FormState | null {
  const state = useActionData() as FormState | undefined
  return state?.intent === intent ? state : null
}

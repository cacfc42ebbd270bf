import { useActionData } from '@remix-run/react'
import type { FormState } from './forms'

/** What a refused form left for its page to show again; null when it was another form of the page, or none. */
export function useFormState(intent = ''): FormState | null {
  const state = useActionData() as FormState | undefined
  return state?.intent === intent ? state : null
}

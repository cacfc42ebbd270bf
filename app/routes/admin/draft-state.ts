import { useActionData } from '@remix-run/react'
import type { FormState } from '~/app/request/forms'

/** A form that comes back unsaved: refused, or with something done to it. */
export interface Draft extends FormState {
  /** Sanitised HTML of the text that was to be seen; absent when none was asked for. */
  preview?: string
}

/** What the page's large form shows instead of what is stored. */
export function useDraft(): Draft | null {
  const state = useRefused() as Draft | null
  return state?.intent === 'save' ? state : null
}

/** What was refused, whichever form of the page it was. */
export const useRefused = (): FormState | null => (useActionData() as FormState | undefined) ?? null

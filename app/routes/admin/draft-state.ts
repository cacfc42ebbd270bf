import { useActionData } from '@remix-run/react'
import type { FormState } from '~/app/request/forms'

/** A form that returns unsaved: refused, or changed by a button. */
export interface Draft extends FormState {
  /** Sanitised HTML of a preview; absent when none was requested. */
  preview?: string
}

export function useDraft(): Draft | null {
  const state = useRefused() as Draft | null
  return state?.intent === 'save' ? state : null
}

export const useRefused = (): FormState | null => (useActionData() as FormState | undefined) ?? null

import { useActionData } from '@remix-run/react'
import type { FormState } from '~/app/request/forms'

/** A form that comes back unsaved: refused, or with something done to it. */
export interface Draft extends FormState {
  /** Sanitised HTML of the text that was to be seen; absent when none was asked for. */
  preview?: string
}

/** What the page's one form shows instead of what is stored. */
export const useDraft = (): Draft | null => (useActionData() as Draft | undefined) ?? null

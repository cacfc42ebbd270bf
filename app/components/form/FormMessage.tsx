import type { FormState } from '~/app/request/forms'
import { Banner } from '../Banner'

/** For what answers a form: focus scrolls to it and makes screen readers read it. */
export const ANNOUNCED = { autoFocus: true, tabIndex: -1 }

export function FormMessage({ state }: { state: FormState | null }) {
  if (!state?.message) return null
  return (
    <div className="form-message" {...ANNOUNCED}>
      <Banner tone="bad" inline>
        {state.message}
      </Banner>
    </div>
  )
}

import type { FormState } from '~/app/request/forms'
import { Banner } from '../Banner'

/** Focus scrolls to the message and makes screen readers read it. */
const FIRST = { autoFocus: true, tabIndex: -1 }

export function FormMessage({ state }: { state: FormState | null }) {
  if (!state?.message) return null
  return (
    <div className="form-message" {...FIRST}>
      <Banner tone="bad" inline>
        {state.message}
      </Banner>
    </div>
  )
}

import type { FormState } from '~/app/request/forms'
import { Banner } from '../Banner'

/** Where the page begins that shows it: below the fold it would not be seen, and without focus not be read out. */
const FIRST = { autoFocus: true, tabIndex: -1 }

/** Why a form as a whole was refused; nothing when only single fields were wrong. */
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

import type { FormState } from '~/app/request/forms'
import { Banner } from './Banner'

/** Why a form as a whole was refused; nothing when only single fields were wrong. */
export function FormMessage({ state }: { state: FormState | null }) {
  if (!state?.message) return null
  return (
    <Banner tone="bad" inline>
      {state.message}
    </Banner>
  )
}

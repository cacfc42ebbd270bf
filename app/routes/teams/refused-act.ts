import { useActionData } from '@remix-run/react'
import type { FormState } from '~/app/request/forms'

/** What is done by a button, not by a form with fields that could show why it was refused. */
const ACTS = new Set(['leave', 'disband', 'kick', 'transfer', 'renew'])

/** Why the last act on this team was refused; null when there was none. */
export function useRefusedAct(team: number): FormState | null {
  const state = useActionData() as FormState | undefined
  return state && ACTS.has(state.intent) && state.values.team === String(team) ? state : null
}

import { useActionData } from '@remix-run/react'
import type { FormState } from '~/app/request/forms'

/** Actions by buttons, which have no field for an error. */
const ACTS = new Set(['leave', 'disband', 'kick', 'transfer', 'renew', 'revoke'])

export function useRefusedAct(team: number): FormState | null {
  const state = useActionData() as FormState | undefined
  return state && ACTS.has(state.intent) && state.values.team === String(team) ? state : null
}

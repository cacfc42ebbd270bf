import { json } from '@remix-run/node'
import { z } from 'zod'
import type { Scope } from '~/server/tokens/constants'
import { emptyState } from './form-state'
import type { FormState } from './forms'

export interface TokenState extends FormState {
  made?: { name: string; token: string }
}

/** Fields as sent: texts and a box per scope, so that a refused form can show them. */
export const tokenForm = <S extends z.ZodType>(scopes: readonly Scope[], schema: S) =>
  z.preprocess((sent) => {
    const fields = sent as Record<string, unknown>
    const numberOf = (value: unknown) =>
      typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value === '' ? null : value
    return {
      ...fields,
      days: numberOf(fields.days),
      game: numberOf(fields.game),
      scopes: scopes.filter((scope) => fields[`scope_${scope}`] !== undefined)
    }
  }, schema)

/** Shows the new token once. */
export function tokenMade(intent: string, made: { name: string; token: string }) {
  return json({ ...emptyState(intent), made } satisfies TokenState)
}

import { z } from 'zod'
import { messageOf } from '~/app/request/errors'
import { type FormState, queryForm } from '~/app/request/forms'
import { timeField } from '~/app/request/input-times'
import type { PageArgs } from '~/app/request/page'
import { isAppError } from '~/server/platform/errors'
import { MAX_LEFT_OUT, type WhatIfChoices, whatIfChoices } from '~/server/what-if/contract'

const names = z
  .string()
  .transform((text) => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean))
  .refine((all) => all.length <= MAX_LEFT_OUT, 'field.list_too_long')

const rulesForm = whatIfChoices.extend({ teams: names.optional(), until: timeField.optional() })

const FIELDS = Object.keys(rulesForm.shape)

export interface Chosen {
  choices: WhatIfChoices | null
  state: FormState
  ticked: number[]
}

const shownOf = (search: URLSearchParams, errors: FormState['errors'] = {}): FormState => ({
  intent: '',
  values: Object.fromEntries(search),
  errors,
  message: null
})

/** Choices in the address; null `choices` mean errors in `state`. */
export async function chosenOf({ services, ctx, url, t }: PageArgs, gameId: number): Promise<Chosen> {
  const search = new URLSearchParams([...url.searchParams].filter(([, text]) => text.trim() !== ''))
  const ticked = [...search.getAll('challenges[]'), ...(search.get('challenges')?.split(',') ?? [])].map(
    Number
  )
  const { input, state } = queryForm(rulesForm, search, t)
  if (!input) return { choices: null, state, ticked }
  try {
    const teams = await services.corrections.participationsOf(ctx, gameId, input.teams ?? [])
    return { choices: { ...input, teams }, state: shownOf(search), ticked }
  } catch (error) {
    return { choices: null, state: refused(error, search, t), ticked }
  }
}

/** Form state with an expected error at its field; rethrows others. */
export function refused(error: unknown, search: URLSearchParams, t: PageArgs['t']): FormState {
  if (!isAppError(error) || error.status !== 400) throw error
  const field = error.code === 'correction.team_unknown' ? 'teams' : String(error.params.field ?? '')
  const message = messageOf(error, t)
  return FIELDS.includes(field) ? shownOf(search, { [field]: message }) : { ...shownOf(search), message }
}

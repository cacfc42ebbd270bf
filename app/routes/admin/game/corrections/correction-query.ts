import { z } from 'zod'
import { messageOf } from '~/app/request/errors'
import type { FormState } from '~/app/request/forms'
import { issueText, queryForm } from '~/app/request/forms'
import { timeField } from '~/app/request/input-times'
import type { PageArgs } from '~/app/request/page'
import { INCIDENT_DECAY, INCIDENT_SOLVES } from '~/server/corrections/constants'
import { type CorrectionInput, correctionInput } from '~/server/corrections/contract'
import { isAppError } from '~/server/platform/errors'
import { idParam } from '~/server/platform/wire'

export const FORM_KINDS = ['award', 'solve', 'void', 'rejudge', 'incident', 'hints', 'extension'] as const
export type FormKind = (typeof FORM_KINDS)[number]

export const kindOf = (search: URLSearchParams): FormKind =>
  FORM_KINDS.find((kind) => kind === search.get('kind')) ?? 'award'

const names = z
  .string()
  .default('')
  .transform((text) => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean))
const someNames = names.refine((all) => all.length > 0, 'field.team_required')
const challenge = z.string({ error: 'field.required' }).min(1, 'field.required').pipe(idParam)
const moment = z.preprocess((text) => (text === '' ? undefined : text), timeField.optional())

/** The form, by GET so that a preview has an address. */
const correctionForm = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('award'),
    teams: someNames,
    points: z.string().regex(/^-?\d{1,7}$/, 'field.number_required')
  }),
  z.object({ kind: z.literal('solve'), teams: someNames, challenge, at: moment }),
  z.object({ kind: z.literal('void'), teams: names, challenge, from: moment, to: moment }),
  z.object({ kind: z.literal('hints'), teams: names, challenge }),
  z.object({
    kind: z.literal('extension'),
    division: z
      .string()
      .default('')
      .transform((name) => name || null),
    end: timeField
  }),
  z.object({ kind: z.literal('rejudge'), challenge: z.literal('all').or(challenge) }),
  z.object({
    kind: z.literal('incident'),
    challenge: z.literal('all').or(challenge),
    from: timeField,
    to: timeField,
    solves: z.enum(INCIDENT_SOLVES),
    decay: z.enum(INCIDENT_DECAY),
    instanceMinutes: z.preprocess(
      (text) => (text === '' ? undefined : text),
      z
        .string()
        .regex(/^\d{1,4}$/, 'field.number_required')
        .transform(Number)
        .optional()
    )
  })
])

type CorrectionQuery = { input: CorrectionInput; state: null } | { input: null; state: FormState }

/** Fields of the form that stand for those of the input. */
const FIELDS: Record<string, string> = {
  participationIds: 'teams',
  challengeId: 'challenge',
  challengeIds: 'challenge'
}

/** The form with a message at a field, or above all for null. */
const refusedState = (search: URLSearchParams, message: string, field: string | null): FormState => {
  const name = field && (FIELDS[field] ?? field)
  return {
    intent: '',
    values: Object.fromEntries(search),
    errors: name ? { [name]: message } : {},
    message: name ? null : message
  }
}

/** The form after a refusal. @throws errors that are not a refusal, or that say that something is gone */
export function refusedBy(error: unknown, { url, t }: Pick<PageArgs, 'url' | 't'>): FormState {
  if (!isAppError(error) || error.status === 404) throw error
  const field = error.code === 'correction.team_unknown' ? 'teams' : (error.extra.field ?? null)
  return refusedState(url.searchParams, messageOf(error, t), field as string | null)
}

/** The correction in the address. @throws AppError `game.not_found` 404 */
export async function correctionQueryOf(
  { services, ctx, url, t }: PageArgs,
  gameId: number
): Promise<CorrectionQuery> {
  const form = queryForm(correctionForm, url.searchParams, t)
  if (!form.input) return form
  const { input } = form
  try {
    const participationIds =
      'teams' in input ? await services.corrections.participationsOf(ctx, gameId, input.teams) : []
    const all = async () => (await services.corrections.challenges(ctx, gameId)).map(({ id }) => id)
    const { challenge: chosen } = { challenge: undefined, ...input }
    const whole = input.kind === 'incident' ? null : input.kind === 'rejudge' ? await all() : []
    const challengeIds = chosen === 'all' || chosen === undefined ? whole : [chosen]
    const { challenge: challengeId, ...rest } = { challenge: undefined, ...input }
    const given = {
      ...rest,
      challengeId,
      challengeIds,
      participationIds: participationIds.length > 0 ? participationIds : null
    }
    const parsed = correctionInput.safeParse(given)
    if (parsed.success) return { input: parsed.data, state: null }
    const [issue] = parsed.error.issues
    const field = String(issue!.path[0] ?? '') || null
    return { input: null, state: refusedState(url.searchParams, issueText(issue!, t), field) }
  } catch (error) {
    return { input: null, state: refusedBy(error, { url, t }) }
  }
}

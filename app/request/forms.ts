import { type ActionFunctionArgs, data } from '@remix-run/node'
import type { TFunction } from 'i18next'
import type { z } from 'zod'
import type { Actor } from '~/server/access/contract'
import type { FormLimits } from '~/server/assets/contract'
import { confirmInput } from '~/server/factors/contract'
import { RATES, type RateRule } from '~/server/limits/contract'
import { AppError, isAppError } from '~/server/platform/errors'
import { messageOf, pageError, requireRole, retryHeaders } from './errors'
import { type Guard, isAllowed, leastOf, requireGameRole } from './game-guard'
import { keepSecrets, restoreSecrets } from './kept-secrets'
import { type PageArgs, pageArgs } from './page'
import { formObject, NO_FILES, readForm, type Sent } from './sent-form'
import {
  asksItself,
  type FormSecrets,
  isSecret,
  PROOF,
  type StepUpAsked,
  stepUpOf,
  takeProof
} from './step-up'

export interface FormState extends FormSecrets {
  /** `intent` of the pressed button; '' on pages with one form. */
  intent: string
  values: Record<string, string>
  errors: Record<string, string>
  message: string | null
}

export type StepUpState = FormState & StepUpAsked

interface FormArgs<S extends z.ZodType> extends PageArgs {
  input: z.output<S>
  actor: Actor | null
}

/** Visitors are redirected to the login page when it is guarded. */
interface FormOf<S extends z.ZodType> extends Guard {
  schema: S
  /** Counted first, as in the API call that does the same; every form also counts as a write. */
  rate?: RateRule
  /** Takes files, named in the schema by `uploadField`. Only for users. */
  files?: FormLimits
  /** Field of an error code, such as `{ 'game.invite_code_wrong': 'inviteCode' }`, or a function. */
  fields?: Record<string, string | ((error: AppError, values: FormState['values']) => string)>
  /**
   * Faults that the schema does not know, of a form that it refuses, so that all are shown at once. `wrong`: the fields that
   * it refused. Errors go to `fields`, as those of `run`.
   */
  moreFaults?(args: PageArgs, form: Record<string, unknown>, wrong: ReadonlySet<string>): Promise<AppError[]>
  /** Does the work and returns a redirect. Expected errors become the form's message. */
  run(args: FormArgs<S>): Response | Promise<Response>
}

/**
 * The widest limits among the forms with files that the caller may send, because the form itself is only known after reading.
 * Before any byte is read: what nobody may send must not fill the disk.
 * @throws Response as `requireRole` when there are such forms and the caller may send none
 */
async function limitsFor({ context, request, params }: ActionFunctionArgs, definitions: FormOf<z.ZodType>[]) {
  const taking = definitions.filter(({ files }) => files)
  if (!taking[0] || !context.multipart.sent) return NO_FILES
  const { pathname } = new URL(request.url)
  const actor = requireRole(context, request, { role: 'User' })
  const open = taking.filter((definition) => isAllowed(actor, definition, pathname, params))
  if (open.length === 0) requireRole(context, request, taking[0], params)
  await context.limits.take(RATES.upload, { userId: actor.id, ip: context.ctx.ip })
  return {
    fileSize: Math.max(...open.map(({ files }) => files!.fileSize)),
    files: Math.max(...open.map(({ files }) => files!.files))
  }
}

function valuesOf({ fields }: Sent): FormState['values'] {
  return Object.fromEntries([...fields].filter(([name]) => !isSecret(name)))
}

const isCode = (message: string) => /^[\w.]+$/.test(message)

/**
 * No control sends it, so perhaps none is there to show what is wrong: hidden fields, selects in rows. A single value is
 * that of a box, which readers may leave empty.
 */
const isForged = (issue: z.core.$ZodIssue) =>
  (issue.code === 'invalid_value' && issue.values.length > 1) || !isCode(issue.message)

/** A limit that zod knows is told; the codes of errors alone do not have it. */
function codeOf(issue: z.core.$ZodIssue): string {
  // Who types knows numbers, not types.
  if (issue.code === 'invalid_type' && ['int', 'number'].includes(issue.expected))
    return 'field.number_required'
  const { code, message } = issue
  if (code !== 'too_small' && code !== 'too_big') return message
  if (message === 'field.text_too_long' && issue.origin === 'string') return 'field.at_most_characters'
  if (message !== 'field.out_of_range') return message
  if (issue.origin === 'array') return code === 'too_big' ? 'field.at_most_entries' : message
  return code === 'too_big' ? 'field.at_most' : 'field.at_least'
}

/** Text of a zod issue: its message is an error code, else the general one. */
export function issueText(issue: z.core.$ZodIssue, t: TFunction): string {
  const key = `errors:${codeOf(issue)}`
  const general = t('common:form.invalid')
  if (!isCode(issue.message)) return general
  const params = {
    ...('minimum' in issue && { min: issue.minimum }),
    ...('maximum' in issue && { max: issue.maximum })
  }
  return t(key, { ...params, defaultValue: general }) as string
}

function stateOf(intent: string, form: Sent, t: TFunction, issues: z.core.$ZodIssue[]): FormState {
  const errors: FormState['errors'] = {}
  for (const issue of issues) errors[String(issue.path[0] ?? '')] ??= issueText(issue, t)
  // Boxes of a list have no place for a message.
  const { '': whole, ids, ...fields } = errors
  const forged = issues.find(isForged)
  // A list that was typed into one field says there what is wrong.
  const isTyped = forged && forged.path.length > 1 && form.fields.has(String(forged.path[0]))
  const general = isTyped ? t('common:form.invalid') : null
  const message = whole ?? ids ?? general ?? (forged ? issueText(forged, t) : null)
  return { intent, values: valuesOf(form), errors: fields, message, ...form.secrets }
}

/** The state of a form with NUL, which Postgres cannot store; null without. No control sends it, so the form says so, too. */
function unstorableIn(intent: string, form: Sent, t: TFunction): FormState | null {
  const found = [...form.fields].find((field) => field.some((text) => text.includes('\0')))
  if (!found) return null
  const message = t('errors:field.characters')
  return { ...stateOf(intent, form, t, []), errors: { [found[0]]: message }, message }
}

async function submit<S extends z.ZodType>(
  route: ActionFunctionArgs,
  form: Sent,
  intent: string,
  definition: FormOf<S>
) {
  const args = pageArgs(route)
  const { t, limits, ctx } = args
  try {
    const party = { userId: ctx.actor?.id ?? null, ip: ctx.ip }
    await limits.take(RATES.write, party)
    if (definition.rate) await limits.take(definition.rate, party)
    const actor = leastOf(definition)
      ? requireRole(route.context, route.request, definition, route.params)
      : route.context.ctx.actor
    restoreSecrets(args, form.fields)
    // First, because a page that asks for a confirmation would print the fields again.
    const unstorable = unstorableIn(intent, form, t)
    if (unstorable) return data(unstorable, { status: 400 })
    if (actor) {
      const unproved = await confirmFirst(args, intent, form)
      if (unproved) return unproved
    }
    const parsed = definition.schema.safeParse(formObject(form))
    if (!parsed.success)
      return data(await faultyState(route, args, { form, intent, definition }, parsed.error), { status: 400 })
    await requireGameRole(route.context, args.url.pathname, args.params)
    return await definition.run({ ...args, actor, input: parsed.data })
  } catch (error) {
    form.secrets = keepSecrets(args, form.fields)
    if (isAppError(error) && error.code === 'account.confirm_needed' && asksItself(args.url.pathname)) {
      const stepUp = await stepUpOf(args, form, form.secrets)
      return data({ ...stateOf(intent, form, t, []), stepUp }, { status: 403 })
    }
    return refusal(error, definition, stateOf(intent, form, t, []), args)
  }
}

interface Submitted {
  form: Sent
  intent: string
  definition: Pick<FormOf<z.ZodType>, 'fields' | 'moreFaults'>
}

/** The state of a form that the schema refuses, with what else is wrong. */
async function faultyState(
  route: ActionFunctionArgs,
  args: PageArgs,
  { form, intent, definition }: Submitted,
  { issues }: z.ZodError
): Promise<FormState> {
  form.secrets = keepSecrets(args, form.fields)
  const state = stateOf(intent, form, args.t, issues)
  if (!definition.moreFaults) return state
  await requireGameRole(route.context, args.url.pathname, args.params)
  const wrong = new Set(Object.keys(state.errors))
  const more = await definition.moreFaults(args, formObject(form), wrong)
  for (const fault of more) place(fault, definition.fields, state, args.t)
  return state
}

const WRONG_PROOF: Record<string, string> = {
  'identity.password_mismatch': PROOF.password,
  'factor.wrong_code': PROOF.code
}

/** Confirms the owner by the proof in the form; null when that is done or there is none, else the page that asks again. */
async function confirmFirst(args: PageArgs, intent: string, form: Sent) {
  const proof = takeProof(form.fields)
  if (!proof) return null
  const { services, ctx, limits, t, pageHeaders } = args
  try {
    await limits.take(RATES.login, { userId: ctx.actor?.id ?? null, ip: ctx.ip })
    const parsed = confirmInput.safeParse(proof)
    if (!parsed.success) throw new AppError('factor.proof_required')
    await services.factors.confirm(ctx, parsed.data)
    return null
  } catch (error) {
    if (!isAppError(error)) throw error
    form.secrets = keepSecrets(args, form.fields)
    const stepUp = await stepUpOf(args, form, form.secrets)
    const state: StepUpState = { ...stateOf(intent, form, t, []), stepUp }
    const field = WRONG_PROOF[error.code]
    if (field) state.errors[field] = messageOf(error, t)
    else state.message = messageOf(error, t)
    Object.assign(pageHeaders, retryHeaders(error))
    return data(state, { status: error.status })
  }
}

/** Puts an error at its field, unless that has one, else above the form. */
function place(error: AppError, fields: FormOf<z.ZodType>['fields'], state: FormState, t: TFunction): void {
  const named = fields?.[error.code]
  const field = typeof named === 'function' ? named(error, state.values) : named
  const message = messageOf(error, t)
  if (field) state.errors[field] ??= message
  else state.message ??= message
}

/** Form state of an expected error; rethrows others. */
function refusal(
  error: unknown,
  { fields }: Pick<FormOf<z.ZodType>, 'fields'>,
  state: FormState,
  { t, pageHeaders }: Pick<PageArgs, 't' | 'pageHeaders'>
) {
  const elsewhere = ['auth.login_required', 'account.confirm_needed']
  const expected = isAppError(error) && error.status !== 404 && !elsewhere.includes(error.code)
  if (!expected) throw error
  // After a conflict was shown, the next save may overwrite.
  if (error.code === 'edit.conflict') delete state.values.version
  for (const one of [error, ...error.others]) place(one, fields, state, t)
  Object.assign(pageHeaders, retryHeaders(error))
  return data(state, { status: error.status })
}

/** Values of a GET form, or its state to show again. */
export function queryForm<S extends z.ZodType>(
  schema: S,
  fields: URLSearchParams,
  t: TFunction
): { input: z.output<S>; state: null } | { input: null; state: FormState } {
  const sent = { fields, files: [] }
  const unstorable = unstorableIn('', sent, t)
  if (unstorable) return { input: null, state: unstorable }
  const parsed = schema.safeParse(formObject(sent))
  if (parsed.success) return { input: parsed.data, state: null }
  return { input: null, state: stateOf('', sent, t, parsed.error.issues) }
}

/** A body that could not be read belongs to the form with files. */
function unreadable(
  error: unknown,
  definitions: Record<string, FormOf<z.ZodType>>,
  route: ActionFunctionArgs
) {
  const [intent, definition] = Object.entries(definitions).find(([, { files }]) => files) ?? []
  if (intent === undefined || !definition) throw error
  const args = pageArgs(route)
  const state = stateOf(intent, { fields: new URLSearchParams(), files: [] }, args.t, [])
  return refusal(error, definition, state, args)
}

/** The action of a page with one form. With several, `forms` chooses by name. */
export function form<S extends z.ZodType>(definition: FormOf<S>) {
  return forms({ '': oneForm(definition) })
}

/** Keeps the schema's type inside `forms`. */
export const oneForm = <S extends z.ZodType>(definition: FormOf<S>) =>
  definition as unknown as FormOf<z.ZodType>

/** Action of a page with several forms, by the field `intent`. */
export function forms(definitions: Record<string, FormOf<z.ZodType>>) {
  return async (route: ActionFunctionArgs) => {
    try {
      const { context, request } = route
      const limits = await limitsFor(route, Object.values(definitions))
      const sent = await readForm({ request, multipart: context.multipart }, limits).catch((error) =>
        unreadable(error, definitions, route)
      )
      if (!('fields' in sent)) return sent
      const intent = sent.fields.get('intent') ?? ''
      const definition = Object.hasOwn(definitions, intent) ? definitions[intent] : definitions['']
      if (!definition) throw new AppError('request.broken_form')
      return await submit(route, sent, intent, definition)
    } catch (error) {
      throw pageError(error, route.request, route.context)
    }
  }
}

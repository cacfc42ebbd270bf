import { type ActionFunctionArgs, data } from '@remix-run/node'
import type { TFunction } from 'i18next'
import type { z } from 'zod'
import type { Actor, Role } from '~/server/accounts/contract'
import { AppError } from '~/server/platform/errors'
import { RATES, type RateRule } from '~/server/platform/rates'
import { messageOf, pageError, requireRole, retryHeaders } from './errors'
import { type PageArgs, pageArgs } from './page'

/** What a form that was refused shows: the entries again, a word at each wrong field, one above all. */
export interface FormState {
  /** The `intent` of the button that was pressed; '' on pages with one form. */
  intent: string
  values: Record<string, string>
  /** Text by field name. */
  errors: Record<string, string>
  message: string | null
}

interface FormArgs<S extends z.ZodType> extends PageArgs {
  input: z.output<S>
  /** The user; null where no `role` is asked for. */
  actor: Actor | null
}

/** One form of a page. */
interface FormOf<S extends z.ZodType> {
  schema: S
  /** Least role; visitors are sent to the login page. */
  role?: Exclude<Role, 'Banned'>
  /** Counted before anything else, as in the API call that does the same; every form counts as a write anyway. */
  rate?: RateRule
  /** Fields that speak for an error code, such as `{ 'game.invite_code_wrong': 'inviteCode' }`. */
  fields?: Record<string, string>
  /** Does it and returns a redirect. Expected errors become the form's message. */
  run(args: FormArgs<S>): Response | Promise<Response>
}

/** Never sent back to the browser. */
const SECRET = /password|token|secret/i

/** FormData as an object: a field that comes twice, or ends in `[]`, is a list. Files stay files. */
function formObject(form: FormData): Record<string, unknown> {
  const entries = new Set(form.keys())
  return Object.fromEntries(
    [...entries].map((name) => {
      const all = form.getAll(name)
      if (name.endsWith('[]')) return [name.slice(0, -2), all]
      return [name, all.length > 1 ? all : all[0]]
    })
  )
}

/** The fields of a posted form. @throws Response 400 for a body that is none */
export async function sentForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw new Response(null, { status: 400, statusText: 'Bad Request' })
  }
}

function valuesOf(form: FormData): FormState['values'] {
  const texts = [...form].filter(([name, value]) => typeof value === 'string' && !SECRET.test(name))
  return Object.fromEntries(texts) as Record<string, string>
}

/** The words for a zod issue: its message is an error code, or the general one. */
function issueText(issue: z.core.$ZodIssue, t: TFunction): string {
  const key = `errors:${issue.message}`
  const general = t('common:form.invalid')
  if (!/^[\w.]+$/.test(issue.message)) return general
  const params = {
    ...('minimum' in issue && { min: issue.minimum }),
    ...('maximum' in issue && { max: issue.maximum })
  }
  return t(key, { ...params, defaultValue: general }) as string
}

function stateOf(intent: string, form: FormData, t: TFunction, issues: z.core.$ZodIssue[]): FormState {
  const errors: FormState['errors'] = {}
  for (const issue of issues) errors[String(issue.path[0] ?? '')] ??= issueText(issue, t)
  const { '': whole, ...fields } = errors
  return { intent, values: valuesOf(form), errors: fields, message: whole ?? null }
}

async function submit<S extends z.ZodType>(
  route: ActionFunctionArgs,
  form: FormData,
  intent: string,
  definition: FormOf<S>
) {
  const args = pageArgs(route)
  const { t, limits, ctx } = args
  try {
    const party = { userId: ctx.actor?.id ?? null, ip: ctx.ip }
    await limits.take(RATES.write, party)
    if (definition.rate) await limits.take(definition.rate, party)
    const actor = definition.role
      ? requireRole(route.context, route.request, definition.role)
      : route.context.ctx.actor
    const parsed = definition.schema.safeParse(formObject(form))
    if (!parsed.success) return data(stateOf(intent, form, t, parsed.error.issues), { status: 400 })
    return await definition.run({ ...args, actor, input: parsed.data })
  } catch (error) {
    const expected = error instanceof AppError && error.status !== 404 && error.code !== 'auth.login_required'
    if (!expected) throw error
    const field = definition.fields?.[error.code]
    const state = stateOf(intent, form, t, [])
    const message = messageOf(error, t)
    if (field) state.errors[field] = message
    else state.message = message
    return data(state, { status: error.status, headers: retryHeaders(error) })
  }
}

/**
 * The action of a page with one form: `export const action = form({ schema, run })`.
 * Wrong input and expected errors come back as `FormState` (useActionData); zod messages are keys of errors.json.
 */
export function form<S extends z.ZodType>(definition: FormOf<S>) {
  return forms({ '': oneForm(definition) })
}

/** Keeps the schema's type inside `forms`. */
export const oneForm = <S extends z.ZodType>(definition: FormOf<S>) =>
  definition as unknown as FormOf<z.ZodType>

/** The action of a page with several forms, told apart by the field `intent`. */
export function forms(definitions: Record<string, FormOf<z.ZodType>>) {
  return async (route: ActionFunctionArgs) => {
    try {
      const sent = await sentForm(route.request)
      const intent = String(sent.get('intent') ?? '')
      const definition = Object.hasOwn(definitions, intent) ? definitions[intent] : definitions['']
      if (!definition) throw new Response(null, { status: 400 })
      return await submit(route, sent, intent, definition)
    } catch (error) {
      throw pageError(error, route.request, route.context)
    }
  }
}

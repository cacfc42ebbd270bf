import type { LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import { hasRole } from '~/server/access/contract'
import type { FormLimits, Upload } from '~/server/assets/contract'
import { pathFinder } from '~/server/http/paths'
import { RATES, type RateRule } from '~/server/limits/contract'
import { AppError, forbidden, loginRequired, notFound } from '~/server/platform/errors'
import type { Scope } from '~/server/tokens/constants'
import { gameOfPath, requirePerson, requireScope } from '~/server/tokens/contract'
import type { HalyardContext } from '../context'
import { noteRefused } from '../errors'
import { type Guard, isAllowed, leastOf, requireGameRole } from '../game-guard'
import { errorReply } from './errors'
import { parseParams, parseQuery, readJson } from './input'
import type { ApiReply, ApiRequest } from './messages'
import { apiRequestOf, responseOf } from './web'

export type { ApiReply, ApiRequest } from './messages'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Shape = z.ZodType
type Read<S, Missing> = S extends Shape ? z.output<S> : Missing

interface CallArgs<P, Q, B> extends HalyardContext {
  params: Read<P, Record<string, never>>
  query: Read<Q, Record<string, never>>
  body: Read<B, undefined>
  files: Upload[]
  request: ApiRequest
}

export interface Call<P = undefined, Q = undefined, B = undefined> extends Guard {
  /** operationId of the contract. */
  id: string
  summary: string
  /** Scope that a token needs; absent: that of the area; null: only logins. */
  scope?: Scope | null
  params?: P
  query?: Q
  body?: B
  /** A form with files in this field, instead of JSON. */
  files?: FormLimits & { field: string }
  /** Schema of the 200 body, for /api/openapi.json; absent: no body. */
  answer?: Shape
  /** Media type of the 200 body when that is a file. */
  file?: string
  rate?: RateRule
  /** Largest JSON body in bytes; default one mebibyte. */
  bodyLimit?: number
  /** Rate rule instead of that of an ordinary GET. A POST that only reads has one too. */
  reads?: RateRule
  /** Served also under overload (docs/rules/limits.md#overload), when reads may be refused. */
  vital?: true
  /** undefined: 200 without a body; a Reply is sent as is; anything else as JSON. */
  run(args: CallArgs<P, Q, B>): unknown
}

export type Resource = Partial<Record<Method, Call<Shape | undefined, Shape | undefined, Shape | undefined>>>

export const methodsOf = (resource: Resource) =>
  Object.entries(resource) as [Method, NonNullable<Resource[Method]>][]

export class Reply implements ApiReply {
  constructor(
    readonly status: number,
    readonly headers: Record<string, string | string[]> = {},
    readonly body: ApiReply['body'] = null
  ) {}

  static json(value: unknown, headers: Record<string, string | string[]> = {}): Reply {
    return new Reply(200, { 'Content-Type': JSON_TYPE, ...headers }, JSON.stringify(value))
  }
}

/** Gives the entry its types; returns it unchanged. */
export function call<P = undefined, Q = undefined, B = undefined>(definition: Call<P, Q, B>) {
  return definition as unknown as Call<Shape | undefined, Shape | undefined, Shape | undefined>
}

const BODY_LIMIT = 1024 * 1024
const JSON_TYPE = 'application/json; charset=utf-8'

function authorise(context: HalyardContext, guard: Guard, { path, params }: ApiRequest): void {
  const least = leastOf(guard)
  if (!least) return
  const { actor } = context.ctx
  if (!actor) throw loginRequired()
  if (isAllowed(actor, guard, path, params)) return
  if (hasRole(least, 'Monitor')) noteRefused(context, path)
  throw forbidden()
}

function jsonReply(value: unknown): ApiReply {
  if (value instanceof Reply) return value
  if (value === undefined) return { status: 200, headers: {}, body: null }
  return { status: 200, headers: { 'Content-Type': JSON_TYPE }, body: JSON.stringify(value) }
}

/** Reads the files of one field; other fields are ignored. */
async function readFiles({ field, ...limits }: NonNullable<Call['files']>, { multipart }: HalyardContext) {
  const form = await multipart.read(limits)
  return form.files.filter((file) => file.field.toLowerCase() === field.toLowerCase())
}

async function run(
  area: Scope | null,
  resource: Resource,
  request: ApiRequest,
  context: HalyardContext
): Promise<ApiReply> {
  const definition = resource[(request.method === 'HEAD' ? 'GET' : request.method) as Method]
  if (!definition) {
    const allowed = Object.keys(resource).join(', ')
    const reply = errorReply(new AppError('request.method_not_allowed', 405), context)
    return { ...reply, headers: { ...reply.headers, Allow: allowed } }
  }
  const { ctx, limits } = context
  const party = { userId: ctx.actor?.id ?? null, ip: ctx.ip, tokenId: ctx.actor?.token?.id }
  const reads = request.method === 'GET' || request.method === 'HEAD'
  await limits.take(definition.reads ?? (reads ? RATES.read : RATES.write), party)
  if (definition.rate) await limits.take(definition.rate, party)
  if (definition.files) await limits.take(RATES.upload, party)
  if (context.tokenRefusal) throw context.tokenRefusal
  requireScope(ctx.actor, scopeOf(definition, area), gameOfPath(request.path))
  // A call that needs only the role User concerns the caller's own account.
  if (definition.role === 'User') requirePerson(ctx.actor)
  authorise(context, definition, request)
  const params = definition.params ? parseParams(definition.params, request.params) : {}
  const query = definition.query ? parseQuery(definition.query, request.query) : {}
  const body = definition.body
    ? await readJson(definition.body, request, definition.bodyLimit ?? BODY_LIMIT)
    : undefined
  const files = definition.files ? await readFiles(definition.files, context) : []
  await requireGameRole(context, request.path, request.params)
  // A spread of an object this wide takes V8 microseconds.
  const args = Object.assign({}, context, { params, query, body, files, request })
  return jsonReply(await definition.run(args as never))
}

/** Runs the operation of a request; never throws. Checks rate limit, role and input first. */
async function answerIn(
  area: Scope | null,
  resource: Resource,
  request: ApiRequest,
  context: HalyardContext
): Promise<ApiReply> {
  let reply: ApiReply
  try {
    reply = await run(area, resource, request, context)
  } catch (error) {
    reply = errorReply(error, context)
  }
  const headers: ApiReply['headers'] = { 'Cache-Control': 'private, no-store', ...reply.headers }
  // Publicly cacheable responses must carry neither session nor language.
  const shared = String(headers['Cache-Control']).startsWith('public')
  if (!shared) headers['Content-Language'] = context.ctx.locale
  if (context.renewedCookie && !headers['Set-Cookie'] && !shared)
    headers['Set-Cookie'] = context.renewedCookie
  return { ...reply, headers }
}

/** Scope that a token needs for a call of the area; null: no token. */
export const scopeOf = ({ scope }: Pick<Call, 'scope'>, area: Scope | null): Scope | null =>
  scope === undefined ? area : scope

/** Answers all unknown paths below /api. */
const missing = call({
  id: 'missing',
  summary: 'No such call',
  run() {
    throw notFound('request.not_found')
  }
})
export const MISSING: Resource = { GET: missing, POST: missing, PUT: missing, DELETE: missing }

type Paths = Record<`/${string}`, Resource>

export interface ApiHandle {
  paths: Paths
  scope: Scope | null
  answer(resource: Resource, request: ApiRequest, context: HalyardContext): Promise<ApiReply>
}

/**
 * `scope`: that of the calls, null for none by token (docs/rules/accounts.md#scopes). The route exports
 * `loader`, `action` and `handle` of the result; server/http uses `handle` to bypass Remix
 * (docs/decisions/003).
 */
export function api(scope: Scope | null, paths: Paths) {
  const answer: ApiHandle['answer'] = (resource, request, context) =>
    answerIn(scope, resource, request, context)
  const find = pathFinder(Object.entries(paths).map(([path, resource]) => [path.slice(1), resource]))
  const run = async ({ request, context }: LoaderFunctionArgs): Promise<Response> => {
    const url = new URL(request.url)
    const { value, params } = find(url.pathname) ?? { value: MISSING, params: {} }
    return responseOf(await answer(value, apiRequestOf(request, url, params), context), request)
  }
  const handle: ApiHandle = { paths, scope, answer }
  return { loader: run, action: run, handle }
}

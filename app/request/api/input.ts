import { z } from 'zod'
import { AppError, firstWithOthers, isAppError, notFound } from '~/server/platform/errors'
import type { ApiRequest } from './messages'

/** Drops a byte order mark, which some clients send. */
const UTF8 = new TextDecoder()
const CODE = /^[a-z_]+\.[a-z_]+$/

const MAX_FAULTS = 50

/**
 * The first issue of each field, the first of which carries the others: messages of our schemas are codes of
 * `locales/<lang>/errors.json`.
 */
function faultOf({ issues }: z.ZodError): AppError {
  const faults = new Map<string, AppError>()
  for (const { message, path } of issues) {
    const field = path.join('.')
    const code = CODE.test(message) ? message : 'validation.failed'
    if (!faults.has(field) && faults.size < MAX_FAULTS)
      faults.set(field, new AppError(code, 400, { params: { field } }))
  }
  return firstWithOthers([...faults.values()])!
}

/** Parsed parameters of a kept path; only frozen ones never change. */
const parsed = new WeakMap<ApiRequest['params'], { schema: z.ZodType; value: unknown }>()

/** A malformed value means an unknown route; a wrong enum is an error (docs/rules/errors.md#validation). */
export function parseParams<S extends z.ZodType>(schema: S, params: ApiRequest['params']): z.output<S> {
  const known = parsed.get(params)
  if (known?.schema === schema) return known.value as z.output<S>
  const result = schema.safeParse(params)
  if (result.success) {
    if (Object.isFrozen(params)) parsed.set(params, { schema, value: Object.freeze(result.data) })
    return result.data
  }
  const formFits = result.error.issues.every(({ message }) => CODE.test(message))
  throw formFits ? faultOf(result.error) : notFound('request.not_found')
}

/** Parses the query; empty values count as absent. */
export function parseQuery<S extends z.ZodType>(schema: S, query: URLSearchParams): z.output<S> {
  const given = [...query].filter(([, text]) => text !== '')
  const unstorable = given.find(([, text]) => text.includes('\0'))
  if (unstorable) throw unstorableIn(unstorable[0])
  const result = schema.safeParse(renamed(schema, Object.fromEntries(given)))
  if (!result.success) throw faultOf(result.error)
  return result.data
}

/** Parses a JSON body. @throws AppError 415 for another content type, 400 for invalid JSON or input. */
export async function readJson<S extends z.ZodType>(
  schema: S,
  request: ApiRequest,
  limit: number
): Promise<z.output<S>> {
  const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== 'application/json' && type !== 'text/json') throw new AppError('request.not_json', 415)
  let value: unknown
  try {
    value = parseJson(UTF8.decode(await request.body(limit)))
  } catch (error) {
    if (isAppError(error)) throw error
    throw new AppError('request.broken_json')
  }
  const result = schema.safeParse(renamed(schema, value))
  if (!result.success) throw faultOf(result.error)
  return result.data
}

const unstorableIn = (field: string) => new AppError('field.characters', 400, { params: { field } })

const UNSTORABLE_ESCAPE = /\\u(?:[dD][89a-fA-F]|0000)/

/** Refuses lone surrogates and NUL, which Postgres cannot store; names the member, or the place in its list. */
function parseJson(text: string): unknown {
  if (!UNSTORABLE_ESCAPE.test(text)) return JSON.parse(text)
  return JSON.parse(text, (name, value) => {
    if (typeof value === 'string' && /[\p{Cs}\0]/u.test(value)) throw unstorableIn(name)
    return value
  })
}

function present(schema: z.ZodType): z.ZodType {
  const wraps = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
  return wraps ? present(schema.unwrap() as z.ZodType) : schema
}

/** Renames members to the schema's spelling: names ignore case (docs/rules/wire.md#names-and-values). */
function renamed(given: z.ZodType, value: unknown): unknown {
  const schema = present(given)
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((row) => renamed(schema.element as z.ZodType, row))
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!(schema instanceof z.ZodObject) || !isObject) return value
  const spelling = new Map(Object.keys(schema.shape).map((name) => [name.toLowerCase(), name]))
  const entries = Object.entries(value).flatMap(([name, member]) => {
    const known = spelling.get(name.toLowerCase())
    return known ? [[known, renamed(schema.shape[known], member)] as const] : []
  })
  return Object.fromEntries(entries)
}

import { z } from 'zod'
import type { Example } from '~/scripts/api/examples'
import { rolesFor } from '~/server/access/constants'
import { SESSION_COOKIE } from '~/server/accounts/contract'
import type { Scope } from '~/server/tokens/constants'
import { leastOf } from '../game-guard'
import { type Call, type Method, methodsOf, type Resource, scopeOf } from './index'

const ERROR = {
  description: 'Refused; `title` says why in the language asked for, `code` to programs.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/RequestResponse' } } }
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return rest
}

/** Moves schemas with an id to components; `toJSONSchema` puts them under `$defs`. */
function collected(schema: Record<string, unknown>, components: Record<string, unknown>): unknown {
  const { $defs = {}, ...rest } = schema as { $defs?: Record<string, unknown> }
  for (const [name, definition] of Object.entries($defs)) components[name] = moved(definition)
  return moved(rest)
}

function moved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moved)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, member]) => [
    key,
    key === '$ref' ? String(member).replace('#/$defs/', '#/components/schemas/') : moved(member)
  ])
  return Object.fromEntries(entries)
}

type JsonSchema = Record<string, unknown> & { anyOf?: JsonSchema[] }

/** False where a part may be anything, as in the schema of what a transformation gives. */
const isTold = (schema: JsonSchema): boolean =>
  schema.anyOf && schema.type === undefined
    ? schema.anyOf.every(isTold)
    : ['type', 'enum', 'const', '$ref'].some((name) => name in schema)

const isList = ({ type, anyOf = [] }: JsonSchema): boolean => type === 'array' || anyOf.some(isList)

/** What is to be sent. A type that a schema states itself is the whole of it. */
function sentAs(field: z.ZodType): JsonSchema {
  const read: JsonSchema = schemaOf(field, 'output')
  const { default: usual } = read
  const given: JsonSchema = isTold(read)
    ? read
    : { ...schemaOf(field, 'input'), ...(usual !== undefined && { default: usual }) }
  const { anyOf, ...schema } = given
  return anyOf && schema.type === undefined ? { ...schema, anyOf } : schema
}

/** Lists are sent with commas, objects as JSON. */
function parameterOf(field: z.ZodType) {
  const schema = sentAs(field)
  if (schema.type === 'object')
    return { schema: { type: 'string', contentMediaType: 'application/json', contentSchema: schema } }
  return { ...(isList(schema) && { style: 'form', explode: false }), schema }
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query') {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => ({
    ...{ name, in: place, required: place === 'path' },
    ...parameterOf(field)
  }))
}

/** Groups of calls, in the order of the documentation. */
const TAGS = {
  Account: 'The own account, its logins, tokens and devices.',
  Teams: 'Making, joining and leaving teams.',
  Playing: 'Games, challenges, flags, instances and boards.',
  Editing: 'Games and challenges, for their authors.',
  Monitoring: 'Events, submissions, cases and tickets, for staff.',
  Administration: 'Accounts, teams, engines, files and settings of the platform.',
  Platform: 'What everybody may read.'
}

/** The tag by path; for calls of a game by scope. */
function tagOf(path: string, scope: Scope | null): keyof typeof TAGS {
  const [, , first = ''] = path.split('/')
  if (['account', 'tokens', 'push'].includes(first)) return 'Account'
  if (first === 'team') return 'Teams'
  if (first === 'edit') return 'Editing'
  if (first === 'admin') return 'Administration'
  if (first === 'game')
    return scope === 'play' || scope === 'read' || scope === null ? 'Playing' : 'Monitoring'
  return 'Platform'
}

function formOf({ field, files }: NonNullable<Call['files']>) {
  const file = { type: 'string', format: 'binary' }
  const schema = files === 1 ? file : { type: 'array', items: file }
  return { 'multipart/form-data': { schema: { type: 'object', properties: { [field]: schema } } } }
}

const binary = (type: string) => ({ [type]: { schema: { type: 'string', format: 'binary' } } })

/** @param examples by operationId */
export function openApi(
  resources: [path: string, resource: Resource, area: Scope | null][],
  version: string,
  examples: Record<string, Example>
) {
  const components: Record<string, unknown> = {
    RequestResponse: {
      type: 'object',
      required: ['title', 'status', 'code'],
      properties: {
        ...{ title: { type: 'string' }, status: { type: 'integer' }, code: { type: 'string' } },
        field: { type: 'string' },
        errors: {
          type: 'array',
          items: {
            type: 'object',
            required: ['title', 'code'],
            properties: { title: { type: 'string' }, code: { type: 'string' }, field: { type: 'string' } }
          }
        }
      }
    }
  }
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [path, resource, area] of resources) {
    const item: Record<string, unknown> = {}
    for (const [method, call] of methodsOf(resource)) {
      const { body, answer } = examples[call.id] ?? {}
      const json = (schema: z.ZodType, io: 'input' | 'output', example: unknown) => ({
        'application/json': {
          schema: collected(schemaOf(schema, io), components),
          ...(example !== undefined && { example })
        }
      })
      // Tokens are only read below /api.
      const scope = path.startsWith('/api/') ? scopeOf(call, area) : null
      const least = leastOf(call)
      item[method.toLowerCase() as Lowercase<Method>] = {
        operationId: call.id,
        summary: call.summary,
        tags: [tagOf(path, scope)],
        'x-role': least?.toLowerCase() ?? 'anonymous',
        // Roles in the path's game that are enough, too.
        ...(call.act && { 'x-game-roles': rolesFor(call.act) }),
        'x-scope': scope,
        security: [...(least ? [] : [{}]), { session: [] }, ...(scope === null ? [] : [{ token: [] }])],
        parameters: [...parametersOf(call.params, 'path'), ...parametersOf(call.query, 'query')],
        ...(call.body ? { requestBody: { required: true, content: json(call.body, 'input', body) } } : {}),
        ...(call.files ? { requestBody: { required: true, content: formOf(call.files) } } : {}),
        responses: {
          200: {
            description: 'Done.',
            ...(call.answer ? { content: json(call.answer, 'output', answer) } : {}),
            ...(call.file ? { content: binary(call.file) } : {})
          },
          default: ERROR
        }
      }
    }
    paths[path.replace(/:(\w+)/g, '{$1}')] = item
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Halyard HTTP API', version },
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'A login.' },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token; `x-scope` is what it must be for, null: needs a login.'
        }
      }
    }
  }
}

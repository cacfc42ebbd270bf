import { anchorOf } from '~/app/routes/docs/anchors'
import type { ApiDocument, Content, Operation, Schema } from './document'

const MODELS = 'models.md'
const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)
const code = (text: unknown) => `\`${String(text).replaceAll('|', '\\|')}\``
const cell = (text: string) => text.replaceAll('\n', ' ')

/** Longer lists of words stand in their model only. */
const MAX_WORDS = 24

/** The largest id; it bounds every number of a path and says nothing of one. */
const INT32 = 2_147_483_647

/** Bounds of a value in words; those of kinds of numbers say nothing. */
function boundsOf({ minimum, maximum, minLength, maxLength, minItems, maxItems }: Schema): string {
  const low = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined
  const isKind = maximum === INT32 || maximum === Number.MAX_SAFE_INTEGER
  const high = isKind ? undefined : maximum
  const range = (from: number | undefined, to: number | undefined, unit: string) => {
    if (from === undefined && to === undefined) return ''
    if (to === undefined) return from ? `, at least ${from}${unit}` : ''
    return from ? `, ${from}–${to}${unit}` : `, at most ${to}${unit}`
  }
  return [
    range(low, high, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' entries')
  ].join('')
}

const FORMATS: Record<string, string> = { 'date-time': 'time', uuid: 'UUID', binary: 'file', uri: 'address' }

function typeOf(schema: Schema): string {
  const { $ref, type, format, items, anyOf, oneOf, allOf, additionalProperties } = schema
  if ($ref) return `[${nameOf($ref)}](${MODELS}#${anchorOf(nameOf($ref))})`
  if (schema.enum) return schema.enum.slice(0, MAX_WORDS).map(code).join(', ')
  if (schema.const !== undefined) return code(schema.const)
  if (schema.contentMediaType === 'application/json') return 'JSON in a text'
  const choices = anyOf ?? oneOf
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ')
  if (items) return `list of ${typeOf(items)}${boundsOf(schema)}`
  if (typeof additionalProperties === 'object' && !schema.properties)
    return `map to ${typeOf(additionalProperties)}`
  if (!type && allOf) return allOf.map(typeOf).join(' and ')
  const words = [type ?? 'any'].flat().map((word) => (word === 'null' ? 'null' : word))
  return `${(format && FORMATS[format]) || words.join(' or ')}${boundsOf(schema)}`
}

/** Members of an object, those of objects within it by their path. */
function membersOf(schema: Schema, path = ''): [path: string, type: string, required: boolean][] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties).flatMap(([name, member]) => {
    const here = `${path}${name}`
    const inner = member.items?.properties ? member.items : member
    const row = [here, inner.properties ? (member.items ? 'list' : 'object') : typeOf(member)] as const
    const rows = inner.properties ? membersOf(inner, `${here}${member.items ? '[]' : ''}.`) : []
    return [[...row, required.includes(name)] as [string, string, boolean], ...rows]
  })
}

function membersTable(schema: Schema, optional: boolean): string[] {
  const head = optional ? ['| Member | Type | |', '|---|---|---|'] : ['| Member | Type |', '|---|---|']
  const rows = membersOf(schema).map(([path, type, required]) => {
    const last = optional ? ` ${required ? 'required' : ''} |` : ''
    return `| ${code(path)} | ${cell(type)} |${last}`
  })
  return [...head, ...rows, '']
}

const fence = (value: unknown) => ['```json', JSON.stringify(value, null, 2), '```', '']

function contentOf(
  name: string,
  [type, { schema, example }]: [string, Content],
  optional: boolean
): string[] {
  const shape = schema.items?.properties ? schema.items : schema
  const what = type === 'application/json' ? '' : ` (${code(type)})`
  if (shape.properties)
    return [
      `**${name}**${what}${shape === schema ? '' : ', a list of'}`,
      '',
      ...membersTable(shape, optional),
      ...(example === undefined ? [] : fence(example))
    ]
  return [`**${name}**${what}: ${cell(typeOf(schema))}`, '', ...(example === undefined ? [] : fence(example))]
}

function whoMay({ 'x-role': role, 'x-scope': scope, 'x-game-roles': roles }: Operation): string {
  const least = role === 'anonymous' ? 'Anybody' : `Role ${role}`
  const inGame = roles?.length ? `, or in the game ${roles.join(', ')}` : ''
  return `${least}${inGame}. ${scope === null ? 'Logins only.' : `Tokens with the scope ${code(scope)}.`}`
}

function operationText(method: string, path: string, operation: Operation): string[] {
  const { operationId, summary, parameters, requestBody, responses } = operation
  const [body] = Object.entries(requestBody?.content ?? {})
  const [answer] = Object.entries(responses[200].content ?? {})
  const query = parameters.map(
    ({ name, in: place, schema }) => `| ${code(name)} | ${place} | ${cell(typeOf(schema))} |`
  )
  return [
    `## ${summary}`,
    '',
    '```http',
    `${method.toUpperCase()} ${path}`,
    '```',
    '',
    `${code(operationId)}. ${whoMay(operation)}`,
    '',
    ...(query.length > 0 ? ['| Parameter | In | Type |', '|---|---|---|', ...query, ''] : []),
    ...(body ? contentOf('Body', body, true) : []),
    ...(answer ? contentOf('Answer', answer, false) : ['**Answer**: 200 without a body.', ''])
  ]
}

const METHODS = ['get', 'post', 'put', 'delete']

/** Calls of one thing stand together, a list before its entries, reading before writing. */
const byPlace = (a: { method: string; path: string }, b: { method: string; path: string }) => {
  const [left, right] = [a, b].map(({ path }) => path.replaceAll('{', '!')) as [string, string]
  if (left !== right) return left < right ? -1 : 1
  return METHODS.indexOf(a.method) - METHODS.indexOf(b.method)
}

const GENERATED = 'Written by `npm run api`.'

/** The reference of the HTTP API as Markdown, by name of the file. @param errors sentences by code */
export function referenceOf(document: ApiDocument, errors: Record<string, string>): Record<string, string> {
  const files: Record<string, string> = {}
  const lists: string[] = []
  for (const { name, description } of document.tags) {
    const file = `${name.toLowerCase()}.md`
    const operations = Object.entries(document.paths)
      .flatMap(([path, item]) =>
        Object.entries(item)
          .filter(([, { tags }]) => tags.includes(name))
          .map(([method, operation]) => ({ method, path, operation }))
      )
      .sort(byPlace)
    const text = operations.flatMap(({ method, path, operation }) => operationText(method, path, operation))
    files[file] = [`# API: ${name}`, '', `${description} ${GENERATED}`, '', ...text].join('\n')
    lists.push(`- [${name}](${file}): ${description}`)
  }
  const models = Object.entries(document.components.schemas)
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([name, schema]) => [
      `## ${name}`,
      '',
      ...(schema.properties ? membersTable(schema, true) : [typeOf(schema), ''])
    ])
  files[MODELS] = ['# API: models', '', `What calls take and answer. ${GENERATED}`, '', ...models].join('\n')
  const codes = Object.entries(errors).map(
    ([key, text]) => `| ${code(key)} | ${cell(text.replaceAll('|', '\\|'))} |`
  )
  files['errors.md'] = [
    '# API: error codes',
    '',
    `The member \`code\` of a [refusal](../rules/errors.md), and its sentence in English. Codes stay; sentences may change. ${GENERATED}`,
    '',
    '| Code | Sentence |',
    '|---|---|',
    ...codes,
    ''
  ].join('\n')
  files['README.md'] = [
    '# API: every call',
    '',
    `How calls work is told in [the HTTP API](../api.md); the same as OpenAPI 3.1 is at \`/api/openapi.json\`. ${GENERATED}`,
    '',
    ...lists,
    `- [Models](${MODELS}): what calls take and answer.`,
    '- [Error codes](errors.md): what a refusal can say.',
    ''
  ].join('\n')
  return files
}

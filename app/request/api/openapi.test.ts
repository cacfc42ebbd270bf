import { expect, it } from 'vitest'
import type { ApiHandle } from './index'
import { openApi } from './openapi'

const modules = import.meta.glob<{ handle: ApiHandle }>('../../routes/api+/**/*.ts', { eager: true })

interface Parameter {
  name: string
  in: string
  style?: string
  explode?: boolean
  schema: { type?: string; anyOf?: Parameter['schema'][]; default?: unknown; contentMediaType?: string }
}

const parameters = Object.values(modules).flatMap(({ handle }) => {
  const operations = Object.entries(handle.paths).map(
    ([path, resource]) => [path, resource, handle.scope] as [string, typeof resource, typeof handle.scope]
  )
  const { paths } = openApi(operations, '0', {})
  return Object.values(paths).flatMap((item) =>
    Object.values(item as Record<string, { operationId: string; parameters: Parameter[] }>).flatMap((call) =>
      call.parameters.map((one) => ({ ...one, of: call.operationId }))
    )
  )
})

const of = (call: string, name: string) => parameters.find((one) => one.of === call && one.name === name)!
const parts = (schema: Parameter['schema']): Parameter['schema'][] => [
  schema,
  ...(schema.anyOf ?? []).flatMap(parts)
]

it('every parameter says what it is, once', () => {
  expect(parameters.length).toBeGreaterThan(300)
  const silent = parameters.filter(({ schema }) =>
    parts(schema).some((part) => !['type', 'enum', 'const', '$ref', 'anyOf'].some((name) => name in part))
  )
  expect(silent.map(({ of, name }) => `${of} ${name}`)).toEqual([])
  const twice = parameters.filter(({ schema }) => parts(schema).some(({ type, anyOf }) => type && anyOf))
  expect(twice.map(({ of, name }) => `${of} ${name}`)).toEqual([])
  expect(of('adminUsers', 'count').schema).toMatchObject({ type: 'integer', minimum: 0, default: 100 })
})

it('lists are sent with commas and objects as JSON, which is how they are read', () => {
  const lists = parameters.filter(({ schema }) => parts(schema).some(({ type }) => type === 'array'))
  expect(lists.map(({ name }) => name).sort()).toEqual(['challenges', 'ids', 'teams', 'update'])
  for (const list of lists) expect(list).toMatchObject({ style: 'form', explode: false })
  expect(parameters.filter(({ schema }) => parts(schema).some(({ type }) => type === 'object'))).toEqual([])
  for (const call of ['editPushGameChallenges', 'editImportGame'])
    expect(of(call, 'values').schema).toMatchObject({
      type: 'string',
      contentMediaType: 'application/json'
    })
})

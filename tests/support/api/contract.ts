import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020'
import { expect } from 'vitest'
import { type Example, shortened } from '~/scripts/api/examples'
import { send } from '../files/files'
import type { Client } from './client'

interface Content {
  content?: Record<string, { schema: object }>
}

interface Operation {
  operationId: string
  'x-role': 'anonymous' | 'user' | 'monitor' | 'admin'
  'x-scope': string | null
  'x-game-roles'?: string[]
  requestBody?: Content
  responses: { 200: Content }
}

export interface Served {
  id: string
  method: string
  path: string
  role: Operation['x-role']
  /** The scope of a token; null: a login is needed. */
  scope: string | null
}

type Pointed = Served & { operation: Operation; pointer: string }

interface Drive {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: unknown
  /** A picture or other file, sent as a form. */
  file?: Buffer
  /** Its name and media type; those of a picture without them. */
  name?: string
  type?: string
  /** Media type of a reply that is a file. */
  download?: string
}

/** A time as callers may send it; replies are stricter. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const WIRE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d*[1-9])?\+00:00$/
const FORMATS = {
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  uri: /^https?:\/\/\S+$/
}

const ajv = (time: RegExp) =>
  new Ajv2020({ strict: false, allErrors: true, formats: { ...FORMATS, 'date-time': time }, logger: false })

const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')

/** The operations of a platform's own OpenAPI document, and which of them were called. */
export class Contract {
  readonly #sent = ajv(TIME)
  readonly #answered = ajv(WIRE_TIME)
  readonly #operations = new Map<string, Pointed>()
  readonly #driven = new Set<string>()
  /** The first exchange of each operation that has JSON, by its id. */
  readonly examples: Record<string, Example> = {}

  private constructor(readonly document: { paths: Record<string, Record<string, Operation>> }) {
    for (const one of [this.#sent, this.#answered]) one.addSchema({ $id: 'api', ...document })
    for (const [path, item] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(item)) {
        const id = operation.operationId
        if (this.#operations.has(id)) throw new Error(`Two operations are called ${id}`)
        const pointer = `api#/paths/${escaped(path)}/${method}`
        const served = {
          id,
          method: method.toUpperCase(),
          path,
          role: operation['x-role'],
          scope: operation['x-scope']
        }
        this.#operations.set(id, { ...served, operation, pointer })
      }
  }

  static async of(client: Client): Promise<Contract> {
    return new Contract(await client.ok('GET', '/api/openapi.json'))
  }

  get operations(): Served[] {
    return [...this.#operations.values()]
  }

  get left(): string[] {
    return [...this.#operations.keys()].filter((id) => !this.#driven.has(id))
  }

  #valid(by: Ajv2020, schema: string, value: unknown, what: string): void {
    const validate: ValidateFunction = by.compile({ $ref: schema })
    if (!validate(value))
      throw new Error(`${what}: ${by.errorsText(validate.errors)}\n${JSON.stringify(value)}`)
  }

  /** Expects a refusal in the contract's form. */
  refusal(body: unknown, what: string): void {
    this.#valid(this.#answered, 'api#/components/schemas/RequestResponse', body, what)
  }

  /** Calls an operation that must succeed, and checks request and reply against the document. @returns the body */
  async drive<T = unknown>(client: Client, id: string, drive: Drive = {}): Promise<T> {
    const found = this.#operations.get(id)
    if (!found) throw new Error(`There is no operation ${id}`)
    const { method, pointer, operation } = found
    const { params = {}, query, body, file, name, type: claimed, download } = drive
    const path = found.path.replace(/{(\w+)}/g, (_, name: string) => {
      if (params[name] === undefined) throw new Error(`${id} needs ${name}`)
      return encodeURIComponent(params[name])
    })
    if (body !== undefined)
      this.#valid(this.#sent, `${pointer}/requestBody/content/application~1json/schema`, body, `${id}, sent`)
    const address = query ? `${path}?${new URLSearchParams(query)}` : path
    const answer = file
      ? await send(client, method, address, [
          { field: this.#field(found), name, type: claimed, content: file }
        ])
      : await client.call(method, address, body)
    expect([answer.status, id, answer.status === 200 ? null : answer.body]).toEqual([200, id, null])
    const type = answer.headers.get('content-type')
    const content = operation.responses[200].content
    if (download) expect([id, type]).toEqual([id, download])
    else if (content) {
      expect([id, type]).toEqual([id, 'application/json; charset=utf-8'])
      const schema = `${pointer}/responses/200/content/application~1json/schema`
      this.#valid(this.#answered, schema, answer.body, `${id}, answered`)
    } else expect([id, type, answer.body]).toEqual([id, null, ''])
    this.#driven.add(id)
    this.examples[id] ??= {
      ...(body !== undefined && { body: shortened(body) }),
      ...(content && !download && { answer: shortened(answer.body) })
    }
    return answer.body as T
  }

  /** Checks an example that is kept in the repository. @throws Error when it is not as the document says */
  checkExample(id: string, { body, answer }: Example): void {
    const found = this.#operations.get(id)
    if (!found) throw new Error(`There is no operation ${id}`)
    const { pointer, operation } = found
    const json = (content?: Content['content']) => content?.['application/json'] !== undefined
    expect([id, body !== undefined, answer !== undefined]).toEqual([
      id,
      json(operation.requestBody?.content),
      json(operation.responses[200].content)
    ])
    if (body !== undefined)
      this.#valid(this.#sent, `${pointer}/requestBody/content/application~1json/schema`, body, `${id}, body`)
    if (answer !== undefined)
      this.#valid(
        this.#answered,
        `${pointer}/responses/200/content/application~1json/schema`,
        answer,
        `${id}, answer`
      )
  }

  /** Calls an operation that always refuses, in the contract's form. */
  async refuses(
    client: Client,
    id: string,
    status: number,
    params: Record<string, string | number>
  ): Promise<void> {
    const found = this.#operations.get(id)
    if (!found) throw new Error(`There is no operation ${id}`)
    const path = found.path.replace(/{(\w+)}/g, (_, name: string) => encodeURIComponent(params[name]!))
    const answer = await client.call(found.method, path)
    expect([id, answer.status]).toEqual([id, status])
    this.refusal(answer.body, id)
    this.#driven.add(id)
  }

  #field({ id, operation }: Pointed): string {
    const schema = operation.requestBody?.content?.['multipart/form-data']?.schema
    const [field] = Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})
    if (!field) throw new Error(`${id} takes no form`)
    return field
  }
}

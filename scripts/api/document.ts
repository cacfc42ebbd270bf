/** The part of the API's OpenAPI 3.1 document that is read here. */
export interface ApiDocument {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export interface Operation {
  operationId: string
  summary: string
  tags: string[]
  'x-role': string
  'x-scope': string | null
  'x-game-roles'?: string[]
  parameters: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, Content> }
  responses: { 200: { content?: Record<string, Content> } }
}

export interface Content {
  schema: Schema
  example?: unknown
}

export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  contentMediaType?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  default?: unknown
}

import { z } from 'zod'
import { OWN_MARK, OWN_VERSION, ownChallenge } from '~/server/transfer/layouts/own-format'

type Json = { [key: string]: unknown }

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Takes types from the schema of reading, and required members from that of writing: members with defaults may be absent. */
function merged(read: unknown, written: unknown): unknown {
  if (Array.isArray(read) && Array.isArray(written) && read.length === written.length)
    return read.map((one, place) => merged(one, written[place]))
  if (!isObject(read) || !isObject(written)) return read
  const members = Object.entries(read).map(([key, value]) => [key, merged(value, written[key])])
  const { required = [] } = written
  return { ...Object.fromEntries(members), ...('required' in read && { required }) }
}

/** The JSON schema of a challenge's own file, for editors; the reader of the platform is made of the same members. */
function challengeSchema(): object {
  const options = { unrepresentable: 'any', reused: 'inline' } as const
  const schema = merged(
    z.toJSONSchema(ownChallenge, { ...options, io: 'output' }),
    z.toJSONSchema(ownChallenge, { ...options, io: 'input' })
  ) as Json
  const properties = schema.properties as Json
  // YAML reads the version as a number.
  const { description } = properties[OWN_MARK] as Json
  const mark = { description, enum: [Number(OWN_VERSION), OWN_VERSION] }
  return { ...schema, properties: { ...properties, [OWN_MARK]: mark } }
}

/** The text of the file. */
export const schemaText = (): string => `${JSON.stringify(challengeSchema(), null, 2)}\n`

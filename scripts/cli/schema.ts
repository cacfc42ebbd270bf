import { z } from 'zod'
import { OWN_MARK, OWN_VERSION, ownChallenge } from '~/server/transfer/layouts/own-format'

/** The JSON schema of a challenge's own file, for editors; the reader of the platform is made of the same members. */
export function challengeSchema(): object {
  const schema = z.toJSONSchema(ownChallenge, { io: 'output', unrepresentable: 'any', reused: 'inline' })
  // YAML reads the version as a number, and what has a default need not be written.
  const { description } = schema.properties![OWN_MARK] as { description?: string }
  return JSON.parse(
    JSON.stringify({
      ...schema,
      properties: {
        ...schema.properties,
        [OWN_MARK]: { description, enum: [Number(OWN_VERSION), OWN_VERSION] }
      },
      required: [OWN_MARK, 'title']
    })
  ) as object
}

/** As it is written to a file. */
export const schemaText = (): string => `${JSON.stringify(challengeSchema(), null, 2)}\n`

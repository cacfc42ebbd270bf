import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { expect } from 'vitest'
import errors from '~/locales/en-US/errors.json'
import type { ApiDocument } from '~/scripts/api/document'
import type { Example } from '~/scripts/api/examples'
import { referenceOf } from '~/scripts/api/reference'
import type { Contract } from './contract'

export const EXAMPLES = 'docs/api-examples.json'

/** Set by `npm run api`: files are written instead of compared. */
const WRITES = process.env.HALYARD_WRITE_API === '1'

/** A text of the repository that is made from others. */
export function expectFile(path: string, text: string): void {
  if (WRITES) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return
  }
  expect(readFileSync(path, 'utf8') === text, `${path} is old: run npm run api`).toBe(true)
}

/** Sentences of a language file by code. */
function flat(value: object, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, member]) =>
    typeof member === 'string' ? [[path + key, member] as [string, string]] : flat(member, `${path}${key}.`)
  )
}

/** Leaves out members for what is absent, which are half of the text. */
const compact = (types: string) =>
  types
    .replace(/^ +\w+\?: never;\n/gm, '')
    .replace(/^(?: {4})+/gm, (indent) => indent.slice(indent.length / 2))

/** The reference in docs, and the types of the client, made from the document that the platform serves. */
export async function expectApiFiles(contract: Contract): Promise<void> {
  const document = contract.document as unknown as ApiDocument
  const files = referenceOf(document, Object.fromEntries(flat(errors)))
  for (const [name, text] of Object.entries(files)) expectFile(`docs/reference/${name}`, text)
  const types = await openapiTS(JSON.stringify(document), { exportType: true })
  expectFile('packages/client/api.d.ts', `// Written by npm run api.\n\n${compact(astToString(types))}`)
}

/** Each operation has the example of a real exchange, which still fits what the document says of it. */
export function expectExamples(contract: Contract): void {
  const kept = JSON.parse(readFileSync(EXAMPLES, 'utf8')) as Contract['examples']
  if (WRITES) {
    // Examples that still fit stay, so that a change of one call changes no other.
    const next = Object.entries(contract.examples).map(([id, made]) => [
      id,
      fits(contract, id, kept[id]) ?? made
    ])
    writeFileSync(EXAMPLES, `${JSON.stringify(Object.fromEntries(next), null, 2)}\n`)
    return
  }
  expect(Object.keys(kept).toSorted(), `${EXAMPLES} is old: run npm run api`).toEqual(
    Object.keys(contract.examples).toSorted()
  )
  for (const [id, example] of Object.entries(kept)) contract.checkExample(id, example)
}

function fits(contract: Contract, id: string, example: Example | undefined): Example | undefined {
  try {
    if (example) contract.checkExample(id, example)
    return example
  } catch {
    return undefined
  }
}

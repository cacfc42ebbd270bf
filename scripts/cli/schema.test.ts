import { readFileSync } from 'node:fs'
import Ajv2020 from 'ajv/dist/2020'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { schemaText } from './schema'

const check = new Ajv2020({ strict: false, validateFormats: false }).compile(
  JSON.parse(schemaText()) as object
)

it('is the one in the documentation; `halyard schema` writes it', () => {
  expect(JSON.parse(schemaText())).toEqual(JSON.parse(readFileSync('docs/challenge.schema.json', 'utf8')))
})

it('takes the example of the documentation, and knows what is wrong', () => {
  const [, example] = /```yaml\n(# yaml-language-server[\s\S]*?)```/.exec(
    readFileSync('docs/challenges-as-code.md', 'utf8')
  )!
  const challenge = parse(example!) as object
  expect([check(challenge), check.errors]).toEqual([true, null])
  for (const wrong of [
    { titel: 'x' },
    { title: 7 },
    { halyard: 2 },
    { memoryLimit: 1 },
    { flags: [{ flag: 'x' }] }
  ])
    expect([wrong, check({ ...challenge, ...wrong })]).toEqual([wrong, false])
})

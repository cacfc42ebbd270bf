import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { COMPOSE_FAULTS } from './contract'

it('every fault has a text that names the line', () => {
  const { compose } = JSON.parse(readFileSync('locales/en-US/errors.json', 'utf8')) as {
    compose: Record<string, string>
  }
  const codes = COMPOSE_FAULTS.map((code) => code.replace('compose.', ''))
  expect(Object.keys(compose).sort()).toEqual([...codes].sort())
  expect(Object.values(compose).filter((text) => !text.startsWith('Line {{line}}: '))).toEqual([])
})

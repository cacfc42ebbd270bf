import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { childEnvironment } from './programs.mjs'
import { readOwnSettings } from './settings.mjs'

const folder = mkdtempSync(join(tmpdir(), 'halyard-secrets-'))
const NAMES = ['HALYARD_SECRET', 'S3_SECRET_ACCESS_KEY']
const before = { ...process.env }
afterEach(() => {
  for (const name of NAMES.flatMap((one) => [one, `${one}_FILE`])) {
    if (before[name] === undefined) delete process.env[name]
    else process.env[name] = before[name]
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('npm start and its commands read secrets from files, for themselves and for what they start', () => {
  for (const name of NAMES) {
    process.env[`${name}_FILE`] = join(folder, name)
    writeFileSync(join(folder, name), `${'ab'.repeat(32)}\n`)
  }
  expect(readOwnSettings().secret).toBe('ab'.repeat(32))
  expect(childEnvironment({}).S3_SECRET_ACCESS_KEY).toBe('ab'.repeat(32))
})

it('a file that cannot be read is named by its variable', () => {
  process.env.S3_SECRET_ACCESS_KEY_FILE = join(folder, 'none')
  expect(readOwnSettings).toThrow(/^S3_SECRET_ACCESS_KEY_FILE cannot be read/)
})

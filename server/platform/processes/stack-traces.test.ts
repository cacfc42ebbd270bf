import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'

const SOURCE = `import { mapStackTraces } from ${JSON.stringify(join(import.meta.dirname, 'stack-traces.ts'))}

interface Wide { text: string }
mapStackTraces()
const fail = ({ text }: Wide) => { throw new Error(text) }
try { fail({ text: 'It broke.' }) } catch (error) { process.stdout.write((error as Error).stack ?? '') }
`

let folder: string
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'halyard-stack-')))
  writeFileSync(join(folder, 'source.ts'), SOURCE)
  await build({
    entryPoints: [join(folder, 'source.ts')],
    outfile: join(folder, 'built.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    sourcemap: true,
    logLevel: 'silent'
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const stack = () =>
  execFileSync(process.execPath, [join(folder, 'built.mjs')], { encoding: 'utf8' }).split('\n')

it('a stack names the line of the source, and the error as it is', () => {
  const [first, second, third] = stack()
  expect(first).toBe('Error: It broke.')
  expect(second).toContain(`${join(folder, 'source.ts')}:5:`)
  expect(third).toContain(`${join(folder, 'source.ts')}:6:`)
})

it('a stack names the built file when the source map is broken or missing', () => {
  writeFileSync(join(folder, 'built.mjs.map'), '{')
  expect(stack()[1]).toContain('built.mjs:')
  rmSync(join(folder, 'built.mjs.map'))
  expect(stack()[1]).toContain('built.mjs:')
})

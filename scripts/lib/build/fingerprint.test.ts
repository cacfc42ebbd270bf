import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { SOURCES } from './fingerprint.mjs'
import { PROGRAMS } from './programs.mjs'

it('every module of a program is in the fingerprint, so that a change of it builds anew', async () => {
  const { metafile } = await build({
    entryPoints: [...Object.values(PROGRAMS), 'scripts/cli/main.ts', 'app/request/api/openapi.ts'],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    external: ['virtual:*'],
    outdir: 'out',
    logLevel: 'silent'
  })
  const modules = Object.keys(metafile.inputs)
  expect(modules.length).toBeGreaterThan(500)
  const isCovered = (path: string) =>
    SOURCES.some((source) => path === source || path.startsWith(`${source}/`))
  expect(modules.filter((path) => !isCovered(path))).toEqual([])
}, 60_000)

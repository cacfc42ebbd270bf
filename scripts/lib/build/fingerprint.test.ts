import { expect, it } from 'vitest'
import { SOURCES } from './fingerprint.mjs'
import { PROGRAMS } from './programs.mjs'

it('a change of any program, or of what they share, is built again', () => {
  const isSource = (path: string) => SOURCES.some((source) => path.startsWith(`${source}/`))
  const files = [...Object.values(PROGRAMS), 'scripts/shared/output.ts', 'scripts/api/openapi.ts']
  expect(files.filter((path) => !isSource(path))).toEqual([])
})

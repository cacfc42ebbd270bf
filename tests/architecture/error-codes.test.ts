import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const texts = JSON.parse(readFileSync('locales/en-US/errors.json', 'utf8')) as Record<string, object>
const known = new Set(
  Object.entries(texts).flatMap(([area, codes]) => Object.keys(codes).map((code) => `${area}.${code}`))
)

const THROWN = /(?:AppError|notFound|forbidden)\(\s*'([a-z_]+\.[a-z_]+)'/g
const OF_SCHEMAS = /'((?:field|identity)\.[a-z_]+)'/g

it('every error code in the sources has a text', () => {
  const files = ['app', 'server', 'scoring', 'jobs'].flatMap((folder) =>
    (readdirSync(folder, { recursive: true }) as string[])
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
      .map((file) => join(folder, file))
  )
  const used = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return [THROWN, OF_SCHEMAS].flatMap((pattern) => [...text.matchAll(pattern)].map(([, code]) => code!))
  })
  expect(used.length).toBeGreaterThan(50)
  expect([...new Set(used)].filter((code) => !known.has(code))).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { UNBUNDLED } from '~/scripts/lib/build/build.mjs'

const FOLDERS = ['build', 'build/parts', 'build/server']

const built = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, text: readFileSync(`${folder}/${name}`, 'utf8') }))
)

const NAMES = UNBUNDLED.map((name) => name.replace('*', '[\\w-]+')).join('|')

it('a program loads packages of node_modules only when it needs them', () => {
  const first = new RegExp(`\\b(?:from|import) ?"(?:${NAMES})[/"]`)
  const later = new RegExp(`\\bimport\\("(?:${NAMES})[/"]`)
  expect(built.filter(({ text }) => first.test(text)).map(({ name }) => name)).toEqual([])
  expect(built.filter(({ text }) => later.test(text)).length).toBeGreaterThan(0)
})

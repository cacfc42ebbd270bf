import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const namespaces = readdirSync('locales/en-US').map((file) => file.replace(/\.json$/, ''))
const KEY = new RegExp(`['"\`](${namespaces.join('|')}):[a-z_]`, 'g')
/** Modules that run; types do not. */
const IMPORT = /(?:^|\n)(?:import|export)(?! type)[^'"]*?from\s+'([^']+)'|import\('([^']+)'\)/g

function fileOf(from: string, name: string): string | null {
  const base = name.startsWith('~/') ? name.slice(2) : name.startsWith('.') ? join(dirname(from), name) : null
  const files = base === null ? [] : [`${base}.tsx`, `${base}.ts`, `${base}/index.ts`, `${base}/index.tsx`]
  return files.find((file) => existsSync(file)) ?? null
}

/** Without comments, whose examples name keys. */
const codeOf = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

/** All modules that an island brings along. */
function graph(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry)) return seen
  seen.add(entry)
  for (const [, fixed, lazy] of readFileSync(entry, 'utf8').matchAll(IMPORT)) {
    const file = fileOf(entry, (fixed ?? lazy)!)
    if (file?.startsWith('app/')) graph(file, seen)
  }
  return seen
}

const islands = readdirSync('app/islands')
  .map((name) => `app/islands/${name}/index.tsx`)
  .filter((file) => existsSync(file) && readFileSync(file, 'utf8').includes('defineIsland('))

describe('the words of islands', () => {
  it('are found', () => expect(islands.length).toBeGreaterThan(30))

  // What is not declared is not sent to the browser, and its key is shown and read out instead.
  it.each(islands)('%s declares every namespace that its modules name', (entry) => {
    const declared = new Set(
      readFileSync(entry, 'utf8')
        .match(/'\w+'/g)
        ?.map((word) => word.slice(1, -1))
    )
    const missing = [...graph(entry)].flatMap((file) =>
      [...codeOf(file).matchAll(KEY)]
        .filter(([, namespace]) => namespace !== 'common' && !declared.has(namespace!))
        .map(([, namespace]) => `${file}: ${namespace}`)
    )
    expect([...new Set(missing)]).toEqual([])
  })
})

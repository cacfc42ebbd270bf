import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { inRoot } from '../paths.mjs'

interface Entry {
  optionalDependencies?: Record<string, string>
}

/** Resolves a package as Node does, from a folder in node_modules; returns its key in the lock file. */
function find(packages: Record<string, Entry>, from: string, name: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (path in packages) return path
    if (folder === '.') return null
  }
}

it('package-lock.json names the optional packages of every system, or npm ci refuses it', () => {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')) as {
    packages: Record<string, Entry>
  }
  const missing = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => find(packages, from || '.', name) === null)
  )
  expect(missing).toEqual([])
})

import { describe, expect, it } from 'vitest'
import { closureOf } from './runtime-packages.mjs'

const lockOf = (packages: Record<string, Record<string, unknown>>) =>
  new Map(Object.entries(packages).map(([folder, entry]) => [`node_modules/${folder}`, entry]))

describe('closureOf', () => {
  it('holds what the packages import, and what those import, and nothing else', () => {
    const lock = lockOf({
      a: { dependencies: { b: '*' }, optionalDependencies: { c: '*' }, peerDependencies: { d: '*' } },
      b: { dependencies: { a: '*' } },
      c: {},
      d: { dependencies: { '@scope/e': '*' } },
      '@scope/e': {},
      unused: { dependencies: { f: '*' } },
      f: {}
    })
    expect([...closureOf(['a'], lock)].sort()).toEqual(
      ['@scope/e', 'a', 'b', 'c', 'd'].map((name) => `node_modules/${name}`)
    )
  })

  it('takes the copy that Node finds: the nearest one above', () => {
    const lock = lockOf({
      a: { dependencies: { b: '1' } },
      'a/node_modules/b': { dependencies: { c: '1', d: '1' } },
      'a/node_modules/c': {},
      b: {},
      c: {},
      d: {}
    })
    expect([...closureOf(['a'], lock)].sort()).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/a/node_modules/c',
      'node_modules/d'
    ])
  })

  it('leaves out what is not installed', () => {
    expect(closureOf(['absent', 'a'], lockOf({ a: { peerDependencies: { react: '*' } } }))).toEqual(
      new Set(['node_modules/a'])
    )
  })
})

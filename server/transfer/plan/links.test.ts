import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { sourceOf } from '~/tests/support/files/archives'
import { openFolder } from '../archive/folder'
import { TRANSFER_LIMITS } from '../contract'

const pathsOf = (files: string[], links: Record<string, string>) => {
  const source = sourceOf(Object.fromEntries(files.map((path) => [path, path])), links)
  return [...source.files.keys()].filter((path) => !files.includes(path)).sort()
}

it.each([
  ['a file', { l: 'a/x' }, ['l']],
  ['a link to a link', { l: 'm', m: 'a/x' }, ['l', 'm']],
  ['a folder', { l: 'a' }, ['l/b/y', 'l/x']],
  ['a path over a link', { l: 'm/y', m: 'a/b' }, ['l', 'm/y']],
  ['a parent of where it leads', { 'c/l': '../a/b/../x' }, ['c/l']],
  ['a link in a linked folder', { l: 'a', 'a/k': '../z' }, ['a/k', 'l/b/y', 'l/k', 'l/x']],
  ['itself', { l: 'l' }, []],
  ['each other', { l: 'm', m: 'l' }, []],
  ['the folder it lies in', { 'a/l': '.', 'a/b/m': '..' }, []],
  ['the whole tree', { l: '.', 'a/m': '..' }, []],
  ['nothing', { l: 'gone', m: '' }, []],
  ['an absolute path', { l: '/a/x' }, []],
  ['out and in again', { l: '../tree/a/x', 'a/m': '../../tree/z' }, []]
])('a link to %s is followed', (_, links, added) => {
  expect(pathsOf(['a/x', 'a/b/y', 'z'], links)).toEqual(added)
})

it('folders that link to each other and long chains end', () => {
  expect(pathsOf(['a/x', 'b/y'], { 'a/l': '../b', 'b/m': '../a' })).toEqual([
    'a/l/m/x',
    'a/l/y',
    'b/m/l/y',
    'b/m/x'
  ])
  const chain = Object.fromEntries(
    Array.from({ length: 100 }, (_, n) => [`l${n}`, n === 99 ? 'a' : `l${n + 1}`])
  )
  expect(pathsOf(['a'], chain).length).toBe(40)
})

it('links that lead to more paths than a tree may have are refused', () => {
  const links: Record<string, string> = {}
  for (let level = 0; level < 12; level++)
    for (let n = 0; n < 8; n++) links[`d${level}/l${n}`] = `../d${level + 1}`
  expect(() => pathsOf(['d12/x'], links)).toThrow(
    expect.objectContaining({ code: 'archive.too_many_files', params: { max: TRANSFER_LIMITS.entries } })
  )
})

it('links of a local folder are read, but nothing outside of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-links-'))
  try {
    mkdirSync(join(folder, 'tree/a'), { recursive: true })
    writeFileSync(join(folder, 'secret'), 'secret')
    writeFileSync(join(folder, 'tree/a/x'), 'content')
    for (const [path, to] of [
      ['in', 'a/x'],
      ['out', '../secret'],
      ['far', '/etc/passwd'],
      ['whole', join(folder, 'tree/a/x')]
    ])
      symlinkSync(to!, join(folder, 'tree', path!))
    const source = await openFolder(join(folder, 'tree'))
    expect([...source.files.keys()].sort()).toEqual(['a/x', 'in'])
    expect(await text(await source.open('in'))).toBe('content')
    await source.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

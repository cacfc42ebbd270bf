import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openZip } from '~/server/transfer/zip'
import { rctfFiles } from '~/tests/support/files/rctf'
import { writeTree } from '~/tests/support/files/write-tree'
import { placesOf } from './pull'
import { openTree } from './tree'

const root = mkdtempSync(join(tmpdir(), 'halyard-tree-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

it('sends what challenges are read from and what players get, and nothing else', async () => {
  writeTree(root, {
    'web/a/challenge.yml': 'name: A\nvalue: 1\nflags: [{ file: flag.txt }]\nfiles: [dist/*.txt]\n',
    'web/a/flag.txt': 'flag{a}',
    'web/a/dist/one.txt': '1',
    'web/a/dist/two.txt': '2',
    'web/a/solution.py': 'secret',
    'web/a/writeup.md': 'secret',
    'web/b/challenge.yml': 'name: B\nvalue: 1\nflags: [b]\n',
    '.git/config': 'secret'
  })
  const tree = await openTree(root)
  const sent = async (only?: Set<string>) =>
    tree.packed(async (zip) => {
      const source = await openZip(zip)
      const names = [...source.files.keys()]
      await source.close()
      return names
    }, only)
  const [a, b] = tree.plan.challenges.map(({ from }) => from)
  const ofA = ['dist/one.txt', 'dist/two.txt', 'flag.txt'].map((name) => `challenges/web/a/${name}`)
  expect((await sent()).sort()).toEqual([a, ...ofA, b].sort())
  expect(await sent(new Set([b!]))).not.toContain(a)
  expect([a, tree.shown(a!)]).toEqual(['challenges/web/a/challenge.yml', 'web/a/challenge.yml'])
  await tree.close()
})

it('of what was saved of rCTF, it does not send who played', async () => {
  const folder = join(root, 'saved')
  writeTree(folder, rctfFiles())
  const tree = await openTree(folder)
  const names = await tree.packed(async (zip) => {
    const source = await openZip(zip)
    await source.close()
    return [...source.files.keys()].sort()
  })
  expect(names).toEqual(
    ['challenges.json', 'config.json', 'uploads/ab12/tide.txt'].map((name) => `challenges/${name}`)
  )
  await tree.close()
})

it('a pulled challenge goes where it came from, another one into a place of its own', () => {
  const at = (title: string, folder: string | null) => ({ title, folder, category: 'Web' as const })
  expect(
    placesOf([
      at('Knot', 'web/x'),
      at('X', null),
      at('x!', null),
      at('Out', '../../etc'),
      at('Hidden', 'a/.git'),
      at('潮', null),
      at('Two', 'misc/two.challenge.yml')
    ])
  ).toEqual([
    'web/x/challenge.yml',
    'web/x-2/challenge.yml',
    'web/x-3/challenge.yml',
    'web/out/challenge.yml',
    'web/hidden/challenge.yml',
    'web/潮/challenge.yml',
    'misc/two.challenge.yml'
  ])
})

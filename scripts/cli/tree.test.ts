import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openZip } from '~/server/transfer/archive/zip'
import { importOptions } from '~/server/transfer/contract'
import { planImport } from '~/server/transfer/plan/planner'
import { zipOf } from '~/tests/support/files/archives'
import { rctfFiles } from '~/tests/support/files/rctf'
import { writeTree } from '~/tests/support/files/write-tree'
import { placesOf } from './pull'
import { openTree } from './tree'

const root = mkdtempSync(join(tmpdir(), 'halyard-tree-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A table of an export of CTFd. */
const table = (...results: object[]) => JSON.stringify({ count: results.length, results, meta: {} })

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

it('of an export of CTFd as a ZIP, it sends neither people nor settings', async () => {
  const path = join(root, 'export.zip')
  const zip = await zipOf({
    'db/challenges.json': table({ id: 7, name: 'One', value: 100, type: 'standard', description: 'x' }),
    'db/flags.json': table({ id: 1, challenge_id: 7, type: 'static', content: 'flag{one}' }),
    'db/files.json': table({ id: 1, type: 'challenge', challenge_id: 7, location: 'ab/one.txt' }),
    'db/hints.json': '',
    'db/users.json': table({ id: 1, name: 'a', email: 'a@example.org', password: '$2b$secret' }),
    'db/config.json': table({ id: 1, key: 'mail_password', value: 'secret' }),
    'uploads/ab/one.txt': 'one',
    'uploads/cd/writeup.txt': 'secret'
  })
  writeFileSync(path, zip)
  const tree = await openTree(path)
  const plan = await tree.packed(async (sent) => {
    const source = await openZip(sent)
    expect([...source.files.keys()].sort()).toEqual(
      ['db/challenges.json', 'db/files.json', 'db/flags.json', 'db/hints.json', 'uploads/ab/one.txt'].map(
        (name) => `challenges/${name}`
      )
    )
    const again = await planImport(source, 'Cup', new Date(), importOptions.parse({ game: 1 }))
    await source.close()
    return again
  })
  expect(plan.challenges).toEqual(tree.plan.challenges)
  expect(tree.shown(plan.challenges[0]!.from)).toBe('db/challenges.json: 7')
  await tree.close()
})

it('a ZIP of folders keeps the places of its challenges', async () => {
  const own = 'halyard: 1\nflags: [f]\ntitle: '
  for (const [top, shown] of [
    ['', 'web/a/challenge.yml'],
    ['repository/', 'repository/web/a/challenge.yml']
  ]) {
    const path = join(root, 'folders.zip')
    writeFileSync(
      path,
      await zipOf({ [`${top}README.md`]: 'secret', [`${top}web/a/challenge.yml`]: `${own}A` })
    )
    const tree = await openTree(path)
    await tree.packed(async (sent) => {
      const source = await openZip(sent)
      const { challenges } = await planImport(source, 'Cup', new Date(), importOptions.parse({ game: 1 }))
      expect(challenges).toMatchObject([{ sourceId: 'web/a' }])
      expect(tree.shown(challenges[0]!.from)).toBe(shown)
      expect([...source.files.keys()].join()).not.toContain('README')
      await source.close()
    })
    await tree.close()
  }
})

it('sends what challenges require beside those that are wanted', async () => {
  const folder = join(root, 'required')
  const own = (title: string, more = '') => `halyard: 1\ntitle: ${title}\nflags: [f]\n${more}`
  writeTree(folder, {
    'a/challenge.yml': own('A', 'files: [a.txt]\n'),
    'a/a.txt': 'a',
    'b/challenge.yml': own('B', 'requires: [A]\n'),
    'c/challenge.yml': own('C', 'requires: [B]\n'),
    'd/challenge.yml': own('D', 'requires: [C]\n')
  })
  const tree = await openTree(folder)
  const names = await tree.packed(
    async (sent) => {
      const source = await openZip(sent)
      await source.close()
      return [...source.files.keys()].sort()
    },
    new Set(['challenges/c/challenge.yml'])
  )
  expect(names).toEqual(
    ['a/a.txt', 'a/challenge.yml', 'b/challenge.yml', 'c/challenge.yml'].map((one) => `challenges/${one}`)
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

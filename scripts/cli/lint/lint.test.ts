import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { zipOf } from '~/tests/support/files/archives'
import { writeTree } from '~/tests/support/files/write-tree'
import { openTree } from '../tree'
import { findings } from './main'

const folders: string[] = []
afterAll(() => {
  for (const path of folders) rmSync(path, { recursive: true, force: true })
})

/** Findings, as `rule text`. */
async function found(definition: string, files: Record<string, string | Buffer> = {}): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'halyard-lint-'))
  folders.push(root)
  writeTree(join(root, 'web/knot'), { 'challenge.yml': definition, ...files })
  const tree = await openTree(root)
  const all = await findings(tree)
  await tree.close()
  expect(all.every(({ from }) => from === 'web/knot/challenge.yml')).toBe(true)
  return all.map(({ rule, text }) => `${rule} ${text}`)
}

const own = (more: string) => `halyard: 1\ntitle: Knot\ncategory: Web\nflags: ["flag{k}"]\n${more}`

it('has nothing to say of a good one', async () => {
  const text = 'content: "![a knot](https://example.org/k.png)"\nfiles: [a.txt]\n'
  expect(await found(own(text), { 'a.txt': 'flag{other}' })).toEqual([])
})

it.each([
  ['files: [gone.txt]\n', 'missing-file Its file gone.txt is missing.'],
  ['content: Try flag{k}\n', 'flag-in-text Players read the flag flag{k} in a text.'],
  [
    'pricedHints: [{ content: "It is flag{k}", cost: 1 }]\n',
    'flag-in-text Players read the flag flag{k} in a text.'
  ],
  [
    'content: "![](https://example.org/k.png)"\n',
    'no-alt-text The picture https://example.org/k.png has no alternative text.'
  ],
  ["content: <img src='k.png'>\n", 'no-alt-text The picture k.png has no alternative text.'],
  [
    'type: StaticContainer\ncontainerImage: x:1\nmemoryLimit: 64\n',
    'no-limits Its container has no cpuCount, storageLimit.'
  ],
  [
    'type: StaticContainer\ncontainerExposePort: 80\ncontainerOptions: { entry: { service: web } }\ncontainerCompose: |\n  services:\n    web: { image: "x:1", mem_limit: 64m }\n',
    'no-limits The service web has no cpus.'
  ],
  [
    'connections: [{ kind: nc, host: 192.168.1.2, port: 1 }, { kind: nc, host: a.example, port: 1 }]\n',
    'private-host Players do not reach the host 192.168.1.2.'
  ],
  [
    'connections: [{ kind: https, host: localhost }]\n',
    'private-host Players do not reach the host localhost.'
  ],
  [
    'connections: [{ kind: nc, host: a.example }]\n',
    'unusable Line 5, connections[0].port: This field cannot be empty.'
  ],
  ['originalScore: -1\n', 'unusable Line 5, originalScore: This number is out of range.'],
  ['titel: Knot\n', 'unusable Line 5, titel: There is no such field.']
])('finds %j', async (more, expected) => {
  expect(await found(own(more))).toEqual([expected])
})

it('finds a challenge without a flag', async () => {
  expect(await found('halyard: 1\ntitle: Knot\nflags: []\n')).toEqual([
    'no-flag It has no flag, so that it cannot be enabled.'
  ])
  expect(await found('halyard: 1\ntitle: Knot\n')).toEqual([])
})

it('finds a flag in what players get: across chunks, in UTF-16, inside a ZIP, in other tools’ folders', async () => {
  const zip = await zipOf({ 'inner/a.txt': 'x flag{k} y' })
  const files = {
    'a.bin': Buffer.concat([Buffer.alloc(65_533), Buffer.from('flag{k}')]),
    'b.txt': Buffer.from('flag{k}', 'utf16le')
  }
  const inFile = (name: string) => `flag-in-file Players get the flag flag{k} in ${name}.`
  expect(await found(own('files: [a.bin, b.txt, c.zip]\n'), { ...files, 'c.zip': zip })).toEqual([
    inFile('a.bin'),
    inFile('b.txt'),
    inFile('c.zip/inner/a.txt')
  ])
  const ctfcli = 'name: Knot\ncategory: web\nvalue: 1\nflags: ["flag{k}"]\nfiles: [dist]\n'
  expect(await found(ctfcli, { 'dist/a.txt': 'flag{k}', 'solve.py': 'flag{k}' })).toEqual([inFile('a.txt')])
})

it('finds a large picture, and leaves out what a comment says', async () => {
  const picture = { 'map.png': Buffer.alloc(1_048_577) }
  expect(await found(own('files: [map.png]\n'), picture)).toEqual([
    'large-picture The picture map.png has 1025 KiB.'
  ])
  expect(
    await found(own('files: [map.png]\n# halyard-lint: skip large-picture, no-flag\n'), picture)
  ).toEqual([])
})

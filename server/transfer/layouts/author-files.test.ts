import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { sourceOf } from '~/tests/support/files/archives'
import { readFolder as read, refusalOf } from '~/tests/support/files/challenge-folders'
import { readChallenge } from './index'

// Forms seen in public repositories, in our own words.

const least = 'name: a\nvalue: 1\nflags: [f]'
const _flagsOf = async (definition: string | Buffer, name = 'challenge.yml') =>
  (await read(definition, {}, name)).challenge?.flags.map(({ flag }) => flag)

it('files are found by pattern, with backslashes and any form of accents', async () => {
  const files = {
    'files/a [1].txt': 'a',
    'files/sub/b.txt': 'b',
    'files/.gitkeep': '',
    'd\u00e9but.txt': 'c'
  }
  const namesOf = async (list: string) => {
    const { challenge } = await read(`${least}\nfiles: ${list}`, files)
    const file = challenge?.files[0]
    if (file?.type !== 'Local') return file
    return 'zip' in file.content ? file.content.zip.map(({ as }) => as) : file.name
  }
  expect(await namesOf('["files/*"]')).toEqual(['a [1].txt', 'sub/b.txt'])
  expect(await namesOf('["files/*.txt"]')).toBe('a [1].txt')
  expect(await namesOf('["files/a [1].txt"]')).toBe('a [1].txt')
  expect(await namesOf('["files\\\\sub\\\\b.txt"]')).toBe('b.txt')
  expect(await namesOf('["de\u0301but.txt"]')).toBe('début.txt')
  const lacking = async (list: string) => (await read(`${least}\nfiles: ${list}`, files)).notes
  expect(await lacking('["../../../*"]')).toEqual(['file_outside'])
  expect(await lacking('["files/*.zip"]')).toEqual(['file_missing'])
})

it('links within the tree are followed, and hand out no secret', async () => {
  const fileOf = async (links: Record<string, string>, list = 'publish') => {
    const from = Object.fromEntries(Object.entries(links).map(([path, to]) => [`web/knot/${path}`, to]))
    const definition = `${least}\nflag_file: flag.txt\nfiles: [${list}]`
    const { challenge, notes } = await read(definition, { 'flag.txt': 'f', 'src/a.py': 'a' }, 'c.yml', from)
    const file = challenge?.files[0]
    const names =
      file?.type === 'Local' && 'zip' in file.content
        ? file.content.zip.map(({ as }) => as)
        : [file && 'name' in file && file.name]
    return [names, notes]
  }
  expect(await fileOf({ 'publish/x.py': '../src/a.py' })).toEqual([['x.py'], []])
  expect(await fileOf({ publish: 'src' })).toEqual([['a.py'], []])
  expect(await fileOf({ 'publish/x': 'y', 'publish/y': '../src/a.py' })).toEqual([['x', 'y'], []])
  expect(await fileOf({ 'publish/x': '../flag.txt', 'publish/y': '../src/a.py' })).toEqual([
    ['y'],
    ['secret_left']
  ])
  expect(await fileOf({ x: 'flag.txt' }, 'x')).toEqual([[undefined], ['secret_left']])
  for (const target of ['../../../etc/passwd', '/etc/passwd', 'x', 'gone'])
    expect(await fileOf({ x: target }, 'x')).toEqual([[undefined], ['file_link']])
})

it('a challenge whose file is missing keeps the others', async () => {
  const { challenge, notes } = await read(`${least}\nfiles: [gone.bin, x]`, { x: '1' })
  expect(challenge).toMatchObject({ flags: [{ flag: 'f' }], files: [{ name: 'x' }] })
  expect(challenge?.notes).toMatchObject([{ code: 'file_missing', params: { name: 'gone.bin' } }])
  expect([notes, challenge?.update.isEnabled]).toEqual([['file_missing'], undefined])
})

it('paths from the root are found, but no folder of other challenges', async () => {
  const fileOf = async (path: string) => {
    const files = {
      'repo/web/knot/challenge.yml': `${least}\nfiles: ["${path}"]`,
      'repo/web/knot/bin/x': '1',
      'repo/web/other/challenge.yml': least,
      'repo/web/other/y': '2',
      'repo/lib/z': '3'
    }
    const { challenge } = await readChallenge(sourceOf(files), 'repo/web/knot/challenge.yml')
    const file = challenge?.files[0]
    return file?.type === 'Local' && 'path' in file.content
      ? file.content.path
      : challenge?.notes.map(({ code }) => code)
  }
  expect(await fileOf('/bin/x')).toBe('repo/web/knot/bin/x')
  expect(await fileOf('web/knot/bin/x')).toBe('repo/web/knot/bin/x')
  expect(await fileOf('web/knot/bin')).toBe('repo/web/knot/bin/x')
  expect(await fileOf('/lib/z')).toBe('repo/lib/z')
  expect(await fileOf('/etc/passwd')).toEqual(['file_missing'])
  for (const path of ['web/other', '/web', 'lib/', 'web/*/y/..'])
    expect(await fileOf(path)).toEqual(['file_missing'])
})

it('addresses are files among the others, and beside a folder they go into the text', async () => {
  const one = await read(`${least}\nfiles: [" https://a.example/x "]`)
  expect([one.challenge?.files[0], one.notes]).toEqual([{ type: 'Remote', url: 'https://a.example/x' }, []])
  expect((await read(`${least}\nfiles: ["https://"]`)).notes).toEqual(['file_missing'])
  expect(await refusalOf(`${least}\nfiles: ["https://[x"]`)).toBe('invalid')
  const mixed = await read(`${least}\nfiles: [x, "https://a.example/x", "https://a.example/y"]`, { x: '1' })
  expect(mixed.challenge?.files).toMatchObject([
    { type: 'Local', name: 'x' },
    { type: 'Remote', url: 'https://a.example/x' },
    { type: 'Remote', url: 'https://a.example/y' }
  ])
  expect([mixed.challenge?.update.content, mixed.notes]).toEqual(['', []])
  const beside = await read(`${least}\nfiles: [d, "https://a.example/x"]`, { 'd/x': '1', 'd/y': '2' })
  expect(beside.challenge?.files).toMatchObject([{ content: { zip: [{ as: 'x' }, { as: 'y' }] } }])
  expect(beside.challenge?.update.content).toBe('<https://a.example/x>')
  expect(beside.notes).toEqual(['addresses'])
})

it('several files that are named stay as they are, up to 20 with different names', async () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`)
  const filesOf = async (list: string[], more: Record<string, string> = {}) => {
    const made = { ...Object.fromEntries(list.map((name) => [name, name])), ...more }
    return (await read(`${least}\nfiles: ${JSON.stringify(list)}`, made)).challenge!.files
  }
  expect((await filesOf(names(20))).map((file) => file.type === 'Local' && file.name)).toEqual(names(20))
  const packed = async (list: string[], more = {}) =>
    (await filesOf(list, more)).map((file) => file.type === 'Local' && 'zip' in file.content)
  expect(await packed(names(21))).toEqual([true])
  // Names that a folder of players has once, and what cannot be stored alone.
  expect(await packed(['a/x', 'b/X'])).toEqual([true])
  expect(await packed(['x', 'empty'], { empty: '' })).toEqual([true])
})

it('a challenge with a file too large to store is left out, and other large files do not matter', async () => {
  const large = (size: number) => ({
    files: new Map([
      ['w/c.yml', 50],
      ['w/disk', size]
    ]),
    links: new Set<string>(),
    real: (path: string) => path
  })
  const reads = async (definition: string, size: number) => {
    const source = {
      ...large(size),
      open: async () => Readable.from([Buffer.from(definition)]),
      close: async () => {}
    }
    return (await readChallenge(source, 'w/c.yml')).refusal?.line
  }
  const limit = 1024 ** 3
  expect(await reads(`${least}\nfiles: [disk]`, limit)).toBeUndefined()
  expect(await reads(least, limit + 1)).toBeUndefined()
  const left = { code: 'file_too_long', params: { name: 'disk', max: limit } }
  expect(await reads(`${least}\nfiles: [disk]`, limit + 1)).toEqual(left)
})

it('a flag file is never handed out, however its path is written', async () => {
  for (const path of ['" flag.txt "', '.\\flag.txt', './x/../flag.txt']) {
    const { challenge } = await read(`name: a\nflag: {file: ${path}}\nprovide: [.]`, {
      'flag.txt': 'f',
      x: '1'
    })
    expect([challenge?.flags, challenge?.files[0]]).toMatchObject([[{ flag: 'f' }], { name: 'x' }])
  }
})

it('files that describe the challenge are not handed out, those below it are', async () => {
  const files = {
    'challenge.yaml': 'flag: f',
    'src/challenge.json': '{"n": 1}',
    'two.challenge.yml': 'flag: g'
  }
  const { challenge } = await read(`${least}\nfiles: [.]`, files)
  expect(challenge?.files[0]).toMatchObject({ name: 'challenge.json' })
})

import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { sourceOf } from '~/tests/support/files/archives'
import { readFolder as read, refusalOf } from '~/tests/support/files/challenge-folders'
import { readChallenge } from './index'

// Forms seen in public repositories, in our own words.

const least = 'name: a\nvalue: 1\nflags: [f]'
const flagsOf = async (definition: string | Buffer, name = 'challenge.yml') =>
  (await read(definition, {}, name)).challenge?.flags.map(({ flag }) => flag)

it('a challenge without points gets the platform’s own, with a note', async () => {
  const { challenge, notes } = await read('version: "0.1"\nid: k\nname: K\ncategory: cloud\nflags: [f]')
  expect(challenge?.update).toMatchObject({ originalScore: 1000, minScoreRate: 0.25, difficulty: 5 })
  expect(notes).toEqual(['category', 'no_value'])
})

it('the curve’s own points replace a placeholder value', async () => {
  const curve = (definition: string) =>
    read(`name: a\nflags: [f]\n${definition}`).then(({ challenge }) => challenge?.update)
  expect(
    await curve('value: 0\ntype: container\nextra: {initial: 500, decay: 20, minimum: 100}')
  ).toMatchObject({
    originalScore: 500,
    minScoreRate: 0.2
  })
  expect(await curve('value: 0\ntype: dynamic\nextra: {initial: 10, decay: 20, minimum: 10}')).toMatchObject({
    originalScore: 10,
    minScoreRate: 1
  })
})

it('a value of a point never falls to 0', async () => {
  const { challenge } = await read('name: Survey\nflag: f\nvalue: 1', {}, 'challenge.yaml')
  expect(challenge?.update).toMatchObject({ originalScore: 1, minScoreRate: 1 })
})

it('unusable parts of a challenge are left out with a note', async () => {
  const { challenge, notes } = await read(
    `${least}\ncategory: {{category}}\nexpose:\n- containerPort: 9999\n  nodePort: 30279\ncontainers: {s: {build: .}}`
  )
  expect(challenge?.input.category).toBe('Web')
  expect(notes).toEqual(['service', 'bad_member', 'bad_member'])
  expect((await read('name: a\nflags: [f]\nvalue: "{{easy}}"')).notes).toEqual(['no_value', 'bad_member'])
})

it.each([
  [['f'], 'flags:\n- {type: static, content: f, data: ""}'],
  [['f'], 'flags:\n- flag: f\n  type: static'],
  [['f{a, b}', '1'], 'flags:\n - f{a, b}\n - 1'],
  [['F{x}'], 'flags:\n  -F{x}\ntags:\n  - b'],
  [['f'], 'flag: f'],
  [['f'], 'flag:\n  f'],
  [['a b  c'], 'flags: ["  a b  c  "]'],
  [['f'], 'flags: [f, f, {type: static, content: f}]'],
  [['f'], 'flags: [f, {type: programmable, content: x}]']
])('the flags %j are read', async (flags, members) => {
  expect(await flagsOf(`name: a\nvalue: 1\n${members}`)).toEqual(flags)
})

it('a file is read as other readers of YAML do', async () => {
  const written = [
    `name: "two\nlines"\nvalue: 1\nflags: [\nf\n]\ndescription: 'a\n\n  b'`,
    '\ufeffname: two lines\r\nvalue: 1\r\nflags:\r\n- f\r\ndescription: |\r\n  a\r\n  b\r\n',
    'name: two lines\nvalue: 1\nflags: [f]\nextra:\n  stack: !filecontents docker-compose.yml\nstate: x\nstate: y',
    '%YAML 1.1\n---\nname: two lines\nvalue: "1"\nflags: [f]\n...\n',
    '{\n\t"name": "two lines",\n\t"value": 1,\n\t"flags": ["f"]\n}'
  ]
  for (const definition of written) {
    const { challenge } = await read(definition)
    expect([challenge?.input.title, challenge?.flags]).toEqual([
      'two lines',
      [{ flag: 'f', file: null, decoy: null }]
    ])
  }
})

it('no encoding is guessed', async () => {
  expect(await refusalOf(Buffer.from('name: r\xe8gles\nvalue: 1\nflags: [\xe9]', 'latin1'))).toBe('not_text')
  expect(await flagsOf(Buffer.from('\ufeffname: a\nvalue: 1\nflags: ["é"]', 'utf16le'))).toEqual(['é'])
})

it.each([
  ['name: a\nvalue: 1\nflags:\n\t- f'],
  ['name: a: b\nflags: [f]'],
  ['name: a\n---\nname: b'],
  ['name: "never closed\nflags: [f]\n']
])('%j is refused as bad_yaml', async (definition) => {
  expect(await refusalOf(definition)).toBe('bad_yaml')
})

it('other tools’ files of the same name are no challenges', async () => {
  const others = [
    '- hosts: challenge\n  roles: [sshd]',
    '{"ciphertext": "00", "nonce": "11"}',
    'challenge_name: Another\nflag: f\nblock_time: 0'
  ]
  for (const definition of others) expect(await refusalOf(definition)).toBe('not_challenge')
  const kctf = 'apiVersion: kctf.dev/v1\nkind: Challenge\nmetadata: {name: a}\nspec: {deployed: true}'
  expect(await refusalOf(kctf)).toBe('kctf')
})

it('the text tells how to connect, and the organiser fills in the address', async () => {
  const contentOf = async (members: string) => {
    const { challenge, notes } = await read(`${least}\n${members}`)
    return [challenge?.update.content, ...notes]
  }
  expect(await contentOf('connection_info: nc \x24{host} \x24{port}')).toEqual(['`nc HOST PORT`', 'host'])
  expect(await contentOf('connection_info: " https://a.example/x "')).toEqual(['https://a.example/x'])
  expect(await contentOf('connection_info: "nc {{ .host }} 1"')).toEqual(['`nc HOST 1`', 'host'])
  expect(await contentOf('description: "{{7*7}} is 49"')).toEqual(['{{7*7}} is 49', 'template_left'])
  expect(await contentOf('connection_info: |\n  ssh a\n  ssh b')).toEqual(['ssh a\nssh b'])
})

it('a short author is a label, a long one goes into the text', async () => {
  const told = async (members: string) => {
    const { author, content } = (await read(`${least}\n${members}`)).challenge!.update
    return [author, content]
  }
  expect(await told('author: {name: Mate, email: m@example.org}')).toEqual(['Mate', ''])
  expect(await told('authors: [Mate, Cook]\ndescription: Go.')).toEqual(['Mate, Cook', 'Go.'])
  expect(await told('attribution: "Written by Mate"')).toEqual(['Mate', ''])
  expect(await told('author: Mate\nattribution: By [Mate](#)')).toEqual(['Mate', 'By [Mate](#)'])
  const many = Array.from({ length: 30 }, (_, at) => `Mate ${at}`)
  expect(await told(`author: [${many.join(', ')}]`)).toEqual([undefined, `Author: ${many.join(', ')}`])
})

it('tags and the word for a level are read in any form', async () => {
  const labels = async (members: string) => {
    const { level, tags } = (await read(`${least}\n${members}`)).challenge!.update
    return [level, tags]
  }
  expect(await labels('tags: [heap, "#Heap", EASY, " two words "]')).toEqual(['Easy', ['heap', 'two words']])
  expect(await labels('tags: [{value: heap}, {name: rop}]\ndifficulty: insane')).toEqual([
    'Insane',
    ['heap', 'rop']
  ])
  expect(await labels('tags: {kind: heap, difficulty: hard}')).toEqual(['Hard', ['heap']])
  const long = 'x'.repeat(25)
  expect(await labels(`tags: [${long}, a, b, c, d, e, f, g, h, i]`)).toEqual([undefined, [...'abcdefgh']])
  expect(await labels('difficulty: 5\ntags: 7')).toEqual([undefined, ['7']])
})

it.each([
  ['Web / JWT', 'Web'],
  ['main-pwn', 'Pwn'],
  ['OSINT - School', 'OSINT'],
  ['Forensique', 'Forensics'],
  ['Rétro-ingénierie', 'Reverse'],
  ['[★☆☆☆☆, reversing]', 'Reverse']
])('the category %s becomes %s', async (said, category) => {
  const member = said.startsWith('[') ? 'categories' : 'category'
  const { challenge, notes } = await read(`${least}\n${member}: ${said}`)
  expect([challenge?.input.category, notes]).toEqual([category, []])
})

it('files are found by pattern, with backslashes and any form of accents', async () => {
  const files = {
    'files/a [1].txt': 'a',
    'files/sub/b.txt': 'b',
    'files/.gitkeep': '',
    'd\u00e9but.txt': 'c'
  }
  const namesOf = async (list: string) => {
    const { challenge } = await read(`${least}\nfiles: ${list}`, files)
    const file = challenge?.file
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
    const file = challenge?.file
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
  expect(await fileOf({ x: 'flag.txt' }, 'x')).toEqual([[null], ['secret_left']])
  for (const target of ['../../../etc/passwd', '/etc/passwd', 'x', 'gone'])
    expect(await fileOf({ x: target }, 'x')).toEqual([[null], ['file_link']])
})

it('a challenge whose file is missing keeps the others', async () => {
  const { challenge, notes } = await read(`${least}\nfiles: [gone.bin, x]`, { x: '1' })
  expect(challenge).toMatchObject({ flags: [{ flag: 'f' }], file: { name: 'x' } })
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
    const file = challenge?.file
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

it('one address is attached, and several are named in the text', async () => {
  const one = await read(`${least}\nfiles: [" https://a.example/x "]`)
  expect([one.challenge?.file, one.notes]).toEqual([{ type: 'Remote', url: 'https://a.example/x' }, []])
  expect((await read(`${least}\nfiles: ["https://"]`)).notes).toEqual(['file_missing'])
  expect(await refusalOf(`${least}\nfiles: ["https://[x"]`)).toBe('invalid')
  const mixed = await read(`${least}\nfiles: [x, "https://a.example/x", "https://a.example/y"]`, { x: '1' })
  expect(mixed.challenge?.file).toMatchObject({ type: 'Local', name: 'x' })
  expect(mixed.challenge?.update.content).toBe('<https://a.example/x>\n\n<https://a.example/y>')
  expect(mixed.notes).toEqual(['addresses'])
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
    expect([challenge?.flags, challenge?.file]).toMatchObject([[{ flag: 'f' }], { name: 'x' }])
  }
})

it('files that describe the challenge are not handed out, those below it are', async () => {
  const files = {
    'challenge.yaml': 'flag: f',
    'src/challenge.json': '{"n": 1}',
    'two.challenge.yml': 'flag: g'
  }
  const { challenge } = await read(`${least}\nfiles: [.]`, files)
  expect(challenge?.file).toMatchObject({ name: 'challenge.json' })
})

it('rCDS packs from a folder, with texts and bytes of its own', async () => {
  const files = {
    'bin/flag.txt': 'f',
    'bin/run.sh': 's',
    'bin/.env': 'e',
    'bin/notes/a.md': 'n',
    'x.py': 'x'
  }
  const provide = `
- kind: zip
  spec:
    as: out/handout.zip
    base: bin
    files: ["*"]
    exclude: [notes/, flag.txt]
    additional: [{path: flag.txt, str: fake}, {path: logo, base64: AAEC}]
`
  const { challenge, notes } = await read(
    `name: a\nflag: {file: bin/flag.txt}\nprovide:${provide}`,
    files,
    'challenge.yaml'
  )
  expect(challenge?.file).toEqual({
    type: 'Local',
    name: 'handout.zip',
    content: {
      zip: [
        { as: '.env', path: 'web/knot/bin/.env' },
        { as: 'run.sh', path: 'web/knot/bin/run.sh' },
        { as: 'flag.txt', text: 'fake' },
        { as: 'logo', text: 'AAEC', encoding: 'base64' }
      ]
    }
  })
  expect(notes).toEqual([])
  const file = await read('name: a\nflag: f\nprovide: [{kind: file, spec: {file: ./x.py, as: y.py}}]', files)
  expect(file.challenge?.file).toMatchObject({ name: 'y.py', content: { path: 'web/knot/x.py' } })
})

it('lists of files and ports of beaverCDS are read', async () => {
  const pods = 'pods:\n- name: main\n  build: .\n  ports: [{internal: 1, expose: {tcp: 30124}}]'
  const definition = `name: a\ndescription: "nc {{domain}} {{port}}"\nflag: {text: f}\n${pods}\nprovide:\n- as: s.h\n  include: long.h`
  const { challenge, notes } = await read(definition, { 'long.h': '1' }, 'challenge.yaml')
  expect(challenge).toMatchObject({
    update: { content: 'nc HOST 30124' },
    flags: [{ flag: 'f' }],
    file: { name: 's.h' }
  })
  expect(notes).toEqual(['service', 'host'])
  const built = `name: a\nflag: f\nprovide: [{from: main, include: [/chal/a, /lib/b]}]`
  expect((await read(built, {}, 'challenge.yaml')).challenge).toMatchObject({
    file: null,
    notes: [{ code: 'file_missing', params: { name: '/chal/a' } }]
  })
})

it('a challenge of GZCTF becomes a container without the image that a tool builds', async () => {
  const container = (image: string) =>
    read(`name: a\nvalue: 1\ncontainer: {${image}flagTemplate: "f{[TEAM_HASH]}", exposePort: 80}`)
  const templated = await container('containerImage: "{{.slug}}:latest", ')
  expect(templated.challenge).toMatchObject({ input: { type: 'DynamicContainer' } })
  expect(templated.challenge?.update.containerImage).toBeUndefined()
  expect([templated.notes, (await container('')).notes]).toEqual([['image_template'], ['no_image']])
})

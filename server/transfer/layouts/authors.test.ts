import { expect, it } from 'vitest'
import { readFolder as read, refusalOf } from '~/tests/support/files/challenge-folders'

// Forms seen in public repositories, in our own words.

const least = 'name: a\nvalue: 1\nflags: [f]'
const flagsOf = async (definition: string | Buffer, name = 'challenge.yml') =>
  (await read(definition, {}, name)).challenge?.flags.map(({ flag }) => flag)

it('a challenge without points gets the platform’s own, with a note', async () => {
  const { challenge, notes } = await read('version: "0.1"\nid: k\nname: K\ncategory: cloud\nflags: [f]')
  expect(challenge?.update).toMatchObject({ originalScore: 1000, minScoreRate: 0.25, difficulty: 5 })
  expect(challenge?.own).toBe('cloud')
  expect(notes).toEqual(['no_value'])
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
    const { content, connections } = challenge!.update
    return [content, ...notes, ...(connections ?? []).map(({ kind }) => kind)]
  }
  expect(await contentOf('connection_info: nc \x24{host} \x24{port}')).toEqual(['`nc HOST PORT`', 'host'])
  expect(await contentOf('connection_info: " https://a.example/x "')).toEqual(['', 'https'])
  expect(await contentOf('connection_info: "nc {{ .host }} 1"')).toEqual(['`nc HOST 1`', 'host'])
  expect(await contentOf('description: "{{7*7}} is 49"')).toEqual(['{{7*7}} is 49', 'template_left'])
  expect(await contentOf('connection_info: |\n  ssh a\n  ssh b')).toEqual(['', 'ssh', 'ssh'])
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
  expect(challenge?.files[0]).toEqual({
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
  expect(file.challenge?.files[0]).toMatchObject({ name: 'y.py', content: { path: 'web/knot/x.py' } })
})

it('lists of files and ports of beaverCDS are read', async () => {
  const pods = 'pods:\n- name: main\n  build: .\n  ports: [{internal: 1, expose: {tcp: 30124}}]'
  const definition = `name: a\ndescription: "nc {{domain}} {{port}}"\nflag: {text: f}\n${pods}\nprovide:\n- as: s.h\n  include: long.h`
  const { challenge, notes } = await read(definition, { 'long.h': '1' }, 'challenge.yaml')
  expect(challenge).toMatchObject({
    update: { content: 'nc HOST 30124' },
    flags: [{ flag: 'f' }],
    files: [{ name: 's.h' }]
  })
  expect(notes).toEqual(['service', 'host'])
  const built = `name: a\nflag: f\nprovide: [{from: main, include: [/chal/a, /lib/b]}]`
  expect((await read(built, {}, 'challenge.yaml')).challenge).toMatchObject({
    files: [],
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

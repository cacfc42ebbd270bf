import { expect, it } from 'vitest'
import { challengeValue, functionValues } from '~/scoring/rules'
import { readFolder as read, reasonOf, refusalOf } from '~/tests/support/files/challenge-folders'

const ctfcliWhole = `
name: "Knots & Bends"
author: Bosun
category: Reversing
description: |
  Untie it.
value: 500
type: dynamic
extra: { initial: 500, decay: 20, minimum: 100 }
image: .
connection_info: nc knots.example.org 1337
attempts: 5
flags:
- flag{bowline}
- { type: static, content: "flag{Sheet_Bend}", data: case_insensitive }
- { type: regex, content: "flag{.*}" }
topics: [rope]
tags: [easy]
files: [dist/rope.txt, "dist/bin/knot"]
hints:
- Look at the loops.
- { content: Count them., cost: 10 }
requirements: ["Warm up"]
state: hidden
version: "0.1"
`
it('odd values leave out a member, and do not break the reading', async () => {
  const odd = 'visible: { toString: 1 }\nname: Odd\ncategory: web\nvalue: 1\nflags: ["flag{odd}"]\n'
  expect((await read(odd)).challenge?.input.title).toBe('Odd')
})

it('a challenge of ctfcli is read as a whole, and what has no counterpart is named', async () => {
  const { challenge, notes } = await read(ctfcliWhole, { 'dist/rope.txt': 'r', 'dist/bin/knot': 'k' })
  expect(challenge).toMatchObject({
    requires: ['Warm up'],
    from: 'web/knot/challenge.yml',
    input: { title: 'Knots & Bends', category: 'Reverse', type: 'StaticAttachment' },
    update: {
      content: 'Untie it.',
      connections: [{ kind: 'nc', host: 'knots.example.org', port: 1337, label: '' }],
      author: 'Bosun',
      hints: ['Look at the loops.'],
      pricedHints: [{ content: 'Count them.', cost: 10 }],
      attemptLimit: 5,
      originalScore: 500,
      minScoreRate: 0.2
    },
    flags: [{ flag: 'flag{bowline}' }, { flag: 'flag{Sheet_Bend}' }],
    files: [
      { name: 'rope.txt', content: { path: 'web/knot/dist/rope.txt' } },
      { name: 'knot', content: { path: 'web/knot/dist/bin/knot' } }
    ]
  })
  expect(challenge?.update).toMatchObject({ difficulty: 20, scoring: 'logarithmic' })
  expect(notes.sort()).toEqual(['flag_case', 'regex_left', 'service'])
})

it('flags of ctfcli are exact texts, whatever YAML would make of them', async () => {
  const { challenge } = await read('name: a\nvalue: 1\nflags: [0123, yes, 1e3, "  x  "]')
  expect(challenge?.flags.map(({ flag }) => flag)).toEqual(['0123', 'yes', '1e3', 'x'])
})

it.each([
  ['standard', 'value: 300', { originalScore: 300, minScoreRate: 1 }],
  [
    'dynamic',
    'extra: { initial: 490, decay: 8, minimum: 50, function: linear }',
    { originalScore: 490, difficulty: 55, scoring: 'linear' }
  ],
  [
    'dynamic',
    'value: { initial: 400, decay: 10, minimum: 100 }',
    { originalScore: 400, minScoreRate: 0.25, difficulty: 10, scoring: 'logarithmic' }
  ],
  [
    'dynamic',
    'extra: { initial: 400, decay: 10, minimum: 100, function: static }',
    { minScoreRate: 1, scoring: 'static' }
  ]
])('the curve of ctfcli is converted: %s with %s', async (type, score, columns) => {
  const { challenge } = await read(`name: a\ntype: ${type}\nflags: [f]\n${score}`)
  expect(challenge?.update).toMatchObject(columns)
  const { originalScore = 0, minScoreRate = 0 } = challenge!.update as {
    originalScore: number
    minScoreRate: number
  }
  expect(Number.isInteger(Math.floor(originalScore * minScoreRate))).toBe(true)
})

it('dynamic challenges of ctfcli have the values that CTFd gives them', async () => {
  for (const [initial, minimum, decay] of [
    [500, 100, 20],
    [490, 50, 7],
    [1000, 1, 33]
  ] as const)
    for (const kind of ['linear', 'logarithmic'] as const) {
      const { challenge } = await read(
        `name: a\ntype: dynamic\nflags: [f]\nextra: {initial: ${initial}, decay: ${decay}, minimum: ${minimum}, function: ${kind}}`
      )
      const { originalScore: score, minScoreRate: minRate, difficulty, scoring } = challenge!.update
      expect(scoring).toBe(kind)
      const curve = { score: score!, minRate: minRate!, difficulty: difficulty! }
      const values = functionValues(kind, curve)
      const theirs = (further: number) =>
        kind === 'linear'
          ? initial - decay * further
          : Math.ceil(initial - ((initial - minimum) * further ** 2) / decay ** 2)
      for (let solves = 1; solves < 80; solves++)
        expect(challengeValue({ ...curve, values }, solves)).toBe(Math.max(minimum, theirs(solves - 1)))
    }
})

it('the least value of any curve of ctfcli is kept exactly', async () => {
  for (let minimum = 1; minimum < 500; minimum += 31) {
    const { challenge } = await read(
      `name: a\ntype: dynamic\nflags: [f]\nextra: {initial: 499, decay: 9, minimum: ${minimum}}`
    )
    expect(Math.floor(499 * challenge!.update.minScoreRate!)).toBe(minimum)
  }
})

it('a logic of ctfcli by which one flag is enough changes nothing', async () => {
  for (const more of ['logic: any\nflags: [a, b]', 'logic: all\nflags: [a]', 'flags: [a, b]'])
    expect((await read(`name: a\nvalue: 1\n${more}`)).refusal).toBeNull()
})

it.each([
  ['regex_only', 'name: a\nvalue: 1\nflags: [{type: regex, content: "x.*"}]'],
  ['no_counterpart', 'name: a\nvalue: 1\nlogic: all\nflags: [a, b]'],
  ['no_counterpart', 'name: a\nvalue: 1\nlogic: team\nflags: [a]'],
  ['no_flag', 'name: a\nvalue: 1'],
  ['flag_type', 'name: a\nvalue: 1\nflags: [{type: programmable, content: x}]'],
  ['invalid', 'name: a\nvalue: -5\nflags: [f]'],
  ['invalid', `name: a\nvalue: 1\nflags: ["${'f'.repeat(1025)}"]`],
  ['invalid', `name: ${'n'.repeat(201)}\nvalue: 1\nflags: [f]`],
  ['bad_member', 'name: a\nvalue: 1\nflags: [[f]]'],
  ['not_challenge', '- a\n- b'],
  ['not_challenge', ''],
  ['bad_yaml', 'name: [a'],
  ['file_too_long', `name: a\ndescription: ${'d'.repeat(1_100_000)}`]
])('a challenge of ctfcli is refused with %s in one line', async (code, definition) => {
  expect(await refusalOf(definition)).toBe(code)
})

it('a bomb in a file of ctfcli is not unfolded', async () => {
  const levels = Array.from(
    { length: 9 },
    (_, index) =>
      `a${index}: &a${index} [${Array(9)
        .fill(index === 0 ? 'x' : `*a${index - 1}`)
        .join(',')}]`
  )
  expect(await refusalOf(`${levels.join('\n')}\nname: a\nvalue: 1\nflags: [f]`)).toBe('bad_yaml')
  expect(await refusalOf(`name: ${'['.repeat(50_000)}`)).toBe('bad_yaml')
})

it.each(['[', '- ', '{a: ', '!t ', 'a: |\n', '- &a\n', 'a: %\n'])(
  'a definition of 1 MB of %j is refused before the parser sees it',
  async (part) => {
    expect(await reasonOf(`name: a\nb:\n  ${part.repeat(1_000_000 / part.length)}`)).toMatch(
      /^More than \d+ tokens$/
    )
  }
)

it('a definition whose lines are mended one by one costs no more than a long one', async () => {
  const keys = Array.from({ length: 5000 }, (_, index) => `k${index}: v`).join('\n')
  expect(await reasonOf(`${keys}\nname: "a${'\nb'.repeat(190)}"`)).toMatch(/^More than \d+ tokens$/)
})

it('anchors and merges of ctfcli are followed within limits', async () => {
  const { challenge } = await read('base: &b { value: 10, author: Bosun }\n<<: *b\nname: a\nflags: [f]')
  expect(challenge?.update).toMatchObject({ originalScore: 10, author: 'Bosun' })
})

it('ctfcli hands out one file as it is, an empty one packed, a folder without secrets', async () => {
  const files = { one: '1', nothing: '', 'd/a': '1', 'd/.gitkeep': '', 'challenge.yml': '' }
  const fileOf = async (list: string) =>
    (await read(`name: a\nvalue: 1\nflags: [f]\nfiles: ${list}`, files, 'challenge.yaml')).challenge?.files[0]
  expect(await fileOf('[one]')).toMatchObject({ name: 'one', content: { path: 'web/knot/one' } })
  expect(await fileOf('[nothing]')).toMatchObject({ name: 'a.zip', content: { zip: [{ as: 'nothing' }] } })
  expect(await fileOf('[d]')).toMatchObject({ name: 'a', content: { path: 'web/knot/d/a' } })
  expect(await fileOf('["https://example.org/x"]')).toEqual({
    type: 'Remote',
    url: 'https://example.org/x'
  })
  const { notes } = await read('name: a\nvalue: 1\nflags: [f]\nfiles: [.]', { x: '1' })
  expect(notes).toContain('secret_left')
})

it.each([
  ['Web Exploitation', 'Web'],
  ['REV', 'Reverse'],
  ['binary-exploitation', 'Pwn'],
  ['osint', 'OSINT'],
  ['Machine Learning', 'AI'],
  ['web3', 'Blockchain']
])('the category %s of ctfcli becomes %s', async (said, category) => {
  const { challenge, notes } = await read(`name: a\nvalue: 1\nflags: [f]\ncategory: ${said}`)
  expect([challenge?.input.category, notes]).toEqual([category, []])
})

it('the folder above is the category of ctfcli, and an unknown word is one of the game', async () => {
  expect((await read('name: a\nvalue: 1\nflags: [f]')).challenge?.input.category).toBe('Web')
  const other = await read('name: a\nvalue: 1\nflags: [f]\ncategory: seamanship')
  const { input, own } = other.challenge!
  expect([input.category, own, other.notes]).toEqual(['Misc', 'seamanship', []])
})
const rcdsWhole = `
name: tide
author: [Mate, Cook]
description: |
  Connect: {{ nc }}
  Same: {{ challenge.expose.main[0].host }}:{{ challenge.expose.main[0].tcp }}
flag:
  file: ./flag.txt
provide:
- ./tide.py
- file: deep/Dockerfile
  as: Dockerfile.txt
containers: { main: { build: ., ports: [5000] } }
expose: { main: [{ target: 5000, tcp: 31337 }] }
value: 400
`
const rcdsFiles = { 'flag.txt': 'flag{ebb}\n', 'tide.py': 'p', 'deep/Dockerfile': 'd' }

it('a challenge of rCDS has its flag, files and address', async () => {
  const { challenge, notes } = await read(rcdsWhole, rcdsFiles, 'challenge.yaml')
  expect(challenge).toMatchObject({
    input: { title: 'tide', category: 'Web', type: 'StaticAttachment' },
    update: {
      content: 'Connect: nc HOST 31337\nSame: HOST:31337',
      author: 'Mate, Cook',
      originalScore: 400,
      minScoreRate: 0.25,
      difficulty: 5
    },
    flags: [{ flag: 'flag{ebb}' }],
    files: [{ name: 'tide.py' }, { name: 'Dockerfile.txt' }]
  })
  expect(notes.sort()).toEqual(['compose_build', 'host', 'service'])
})

it('files that rCDS would pack are packed, without those it leaves out', async () => {
  const provide = `
name: tide
flag: { file: flag.txt }
provide:
- kind: zip
  spec:
    path: .
    as: tide.zip
    exclude: [challenge.yaml, "*.md", solve]
    additional: [{ path: flag.txt, str: "flag{fake}" }]
`
  const more = { ...rcdsFiles, 'README.md': 'w', 'solve/x.py': 's' }
  const { challenge } = await read(provide, more, 'challenge.yaml')
  expect(challenge?.files[0]).toEqual({
    type: 'Local',
    name: 'tide.zip',
    content: {
      zip: [
        { as: 'deep/Dockerfile', path: 'web/knot/deep/Dockerfile' },
        { as: 'tide.py', path: 'web/knot/tide.py' },
        { as: 'flag.txt', text: 'flag{fake}' }
      ]
    }
  })
})

it('a flag of rCDS is never handed out with its folder', async () => {
  const { challenge, notes } = await read(
    'name: a\nflag: {file: flag.txt}\nprovide: [.]',
    rcdsFiles,
    'challenge.yaml'
  )
  expect(JSON.stringify(challenge?.files[0])).not.toMatch(/flag\.txt|challenge\.yaml/)
  expect(notes).toEqual(['secret_left', 'secret_left'])
})

it.each([
  ['flag_file', 'name: a\nflag: {file: gone.txt}'],
  ['regex_only', 'name: a\nflag: {regex: ".*"}'],
  ['no_flag', 'name: a\nprovide: []'],
  ['bad_member', 'name: a\nflag: x\nprovide: [{kind: tarball, spec: {}}]']
])('a challenge of rCDS is refused with %s in one line', async (code, definition) => {
  expect(await refusalOf(definition, {}, 'challenge.yaml')).toBe(code)
})
const container = `
container:
  flagTemplate: "flag{tide_[TEAM_HASH]}"
  containerImage: registry.example.org/tide:1
  memoryLimit: 128
  cpuCount: 1
  storageLimit: 256
  exposePort: 8080
  enableTrafficCapture: true
`
it('a container of GZCTF has its template and the folder it provides', async () => {
  const { challenge } = await read(
    `name: tide\nauthor: Mate\ndescription: d\nvalue: 1000\ntype: DynamicContainer\nprovide: ./dist${container}`,
    { 'dist/a': '1', 'dist/sub/b': '2' }
  )
  expect(challenge).toMatchObject({
    input: { type: 'DynamicContainer' },
    update: {
      flagTemplate: 'flag{tide_[TEAM_HASH]}',
      containerImage: 'registry.example.org/tide:1',
      containerExposePort: 8080,
      memoryLimit: 128,
      enableTrafficCapture: true,
      originalScore: 1000
    },
    flags: [],
    files: [{ content: { zip: [{ as: 'a' }, { as: 'sub/b' }] } }]
  })
})

it('an attachment of GZCTF has its flags', async () => {
  const { challenge } = await read(
    'name: t\nvalue: 1\ntype: StaticAttachment\nflags: [a, b]\nhints: [h]\nscripts: {start: rm -rf /}'
  )
  expect([challenge?.flags.length, challenge?.update.hints]).toEqual([2, ['h']])
})

it.each([
  ['dynamic_attachment', 'type: DynamicAttachment\nflags: [f]'],
  ['type_unknown', 'type: KingOfTheHill'],
  ['no_flag', 'type: StaticAttachment'],
  ['invalid', 'type: DynamicContainer\ncontainer: {containerImage: x, flagTemplate: "flag{a}"}'],
  ['invalid', 'type: StaticContainer\nflags: [f]\ncontainer: {containerImage: x, exposePort: 99999}']
])('a challenge of GZCTF is refused with %s in one line', async (code, definition) => {
  const value = definition.includes('value:') ? '' : '\nvalue: 10'
  expect(await refusalOf(`name: a\n${definition}${value}`)).toBe(code)
})

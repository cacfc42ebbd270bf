import { expect, it } from 'vitest'
import { sourceOf } from '~/tests/support/files/archives'
import { CHALLENGES, GAME, gzctfFiles } from '~/tests/support/files/gzctf'
import { importOptions } from './contract'
import { planImport } from './plan/planner'

const NOW = new Date('2026-01-01T00:00:00.000Z')
const planned = (changed: Parameters<typeof gzctfFiles>[0] = {}, options: object = {}) =>
  planImport(sourceOf(gzctfFiles(changed)), 'Archive', NOW, importOptions.parse(options))
const TIDE = 'challenges/challenge-7.json'

it('the game of an export comes with its facts, hidden', async () => {
  const { game, poster, notes } = await planned()
  expect(game).toMatchObject({
    ...{ title: 'Old Cup', summary: 'Ebb & flow', content: '# Rules', hidden: true, practiceMode: false },
    ...{ acceptWithoutReview: true, inviteCode: 'ahoy', teamMemberCountLimit: 4, containerCountLimit: 2 },
    ...{ start: new Date('2030-01-01T08:00:00Z'), end: new Date('2030-01-03T08:00:00Z') },
    ...{ writeupRequired: true, writeupDeadline: new Date('2030-01-04T08:00:00Z'), writeupNote: 'As PDF' },
    ...{ organizations: ['Open', 'School'], bloodBonus: 60 * 2 ** 20 + 40 * 2 ** 10 + 20 }
  })
  expect(poster).toEqual({ path: `files/${GAME.posterHash}`, hash: GAME.posterHash })
  expect(notes.map(({ code }) => code)).toEqual(['disabled', 'no_counterpart'])
})

it('its challenges come with flags, files, hints, points, limits and containers, in order of their ids', async () => {
  const { challenges, refused } = await planned()
  expect(
    challenges.map(({ input, flags, notes }) => [
      ...[input.title, input.type, input.category],
      flags.map(({ flag, file }) => [flag, file?.type === 'Local' ? file.name : null]),
      notes.map(({ code }) => code).sort()
    ])
  ).toEqual([
    [
      'Files',
      'DynamicAttachment',
      'Misc',
      [
        ['flag{odd}', 'odd.zip'],
        ['flag{even}', 'even.zip']
      ],
      []
    ],
    ['Remote', 'StaticAttachment', 'Misc', [], ['no_flag']],
    ['Gone', 'StaticAttachment', 'Web', [['flag{g}', null]], ['file_missing']],
    [
      'Tide',
      'StaticAttachment',
      'Crypto',
      [
        ['flag{a}', null],
        ['flag{b}', null]
      ],
      ['no_counterpart']
    ],
    ['Box', 'DynamicContainer', 'Pwn', [], ['flags_left']]
  ])
  const [, remote, gone, tide, box] = challenges
  expect(remote!.files[0]).toEqual({ type: 'Remote', url: 'https://files.example.org/a.bin' })
  expect(gone!.files[0]).toBeUndefined()
  expect(tide!.update).toMatchObject({
    ...{ content: 'Read **it**.', hints: ['Up', 'Down'], attemptLimit: 4 },
    ...{ originalScore: 800, minScoreRate: 0.1, difficulty: 3.5 },
    closesAt: new Date('2030-01-02T00:00:00Z')
  })
  expect(tide!.files[0]).toMatchObject({ type: 'Local', name: 'tide.txt' })
  // Limits that are lower than ours allow are raised.
  expect(box!.update).toMatchObject({
    ...{ containerImage: 'cup/box:1', memoryLimit: 32, cpuCount: 2, storageLimit: 128 },
    ...{ containerExposePort: 1337, flagTemplate: 'flag{[GUID]}', enableTrafficCapture: true }
  })
  expect(refused.map(({ title, reason }) => [title, reason.code, reason.params])).toEqual([
    ['Odd', 'type_unknown', { name: 'KingOfTheHill' }]
  ])
})

it('an export of whole seconds, without optional members, and inside a folder is read as well', async () => {
  const { title, startTime, endTime } = GAME
  const least = {
    'game.json': JSON.stringify({ title, startTime, endTime }),
    [TIDE]: '{"title":"T","type":"StaticAttachment"}'
  }
  const inside = Object.fromEntries(
    Object.entries(gzctfFiles(least)).map(([path, content]) => [`export/${path}`, content])
  )
  const { game, challenges } = await planImport(sourceOf(inside), 'Archive', NOW, importOptions.parse({}))
  expect(game).toMatchObject({
    title,
    summary: '',
    organizations: undefined,
    bloodBonus: 0,
    practiceMode: true
  })
  expect(challenges.map(({ input }) => input.title)).toContain('T')
})

it('into a game that is there only challenges come, and other times leave deadlines out', async () => {
  const into = await planned({}, { game: 5 })
  expect([into.game, into.poster]).toEqual([null, null])
  expect(into.challenges).toHaveLength(5)
  const tideOf = ({ challenges }: typeof into) => challenges.find(({ input }) => input.title === 'Tide')!
  const left = { code: 'no_counterpart', params: { name: 'deadline' } }
  expect(tideOf(into).update.closesAt).toBeUndefined()
  expect(tideOf(into).notes).toContainEqual(expect.objectContaining(left))
  const [start, end] = ['2031-01-01T00:00:00Z', '2031-01-02T00:00:00Z']
  const other = await planned({}, { title: 'New Cup', start, end })
  expect(tideOf(other).update.closesAt).toBeUndefined()
  const { game } = other
  expect(game).toMatchObject({ title: 'New Cup', start: new Date(start), end: new Date(end) })
  expect(game!.writeupDeadline).toBeUndefined()
})

it.each([
  ['a game that is no JSON', { 'game.json': '{' }, 'archive.bad_game', 'game.json'],
  ['a missing game', { 'game.json': undefined }, 'archive.file_missing', 'game.json'],
  ['a game without a title', { 'game.json': '{}' }, 'archive.bad_game', 'title'],
  [
    'times in the wrong order',
    { 'game.json': JSON.stringify({ ...GAME, endTime: GAME.startTime }) },
    'archive.bad_game',
    'end'
  ],
  [
    'a division that is reserved',
    { 'game.json': JSON.stringify({ ...GAME, divisions: [{ name: 'all' }] }) },
    'archive.bad_game',
    'organizations'
  ]
])('%s refuses the export and names the member', async (_, changed, code, named) => {
  const fault = await planned(changed).catch((error) => error)
  expect([fault.code, JSON.stringify(fault.params)]).toEqual([code, expect.stringContaining(named)])
})

it.each([
  ['a title that is too long', { title: 'x'.repeat(300) }, 'title'],
  ['a flag that is too long', { flags: { static: [{ value: 'x'.repeat(5000) }] } }, 'flag'],
  ['points below 0', { scoring: { original: -1 } }, 'originalScore'],
  ['hints of another format', { hints: 7 }, 'hints']
])('%s leaves out that challenge alone', async (_, changed, named) => {
  const { challenges, refused } = await planned({
    [TIDE]: JSON.stringify({ ...CHALLENGES.tide, ...changed })
  })
  expect(challenges).toHaveLength(4)
  expect(refused.map(({ reason }) => [reason.code, reason.params.name])).toContainEqual(['invalid', named])
})

it('a challenge that is no JSON is left out, by the name of its file', async () => {
  const { refused } = await planned({ [TIDE]: '{' })
  expect(refused.map(({ title, reason }) => [title, reason.code])).toContainEqual([
    ...['challenge-7.json', 'bad_yaml']
  ])
})

it('a dynamic attachment with a flag without a file is left out', async () => {
  const files = JSON.stringify({ ...CHALLENGES.files, flags: { static: [{ value: 'flag{odd}' }] } })
  const { refused } = await planned({ 'challenges/challenge-4.json': files })
  expect(refused.map(({ title, reason }) => [title, reason.code])).toContainEqual([
    'Files',
    'dynamic_attachment'
  ])
})

it('names of files and hashes lead to no other file', async () => {
  const hash = '../game.json'
  const sly = { ...CHALLENGES.tide, attachment: { type: 'Local', hash, fileName: '../../etc/passwd' } }
  const odd = { ...CHALLENGES.gone, attachment: { ...CHALLENGES.tide.attachment, fileName: 'a/..\\b.txt' } }
  const { challenges } = await planned({
    [TIDE]: JSON.stringify(sly),
    'challenges/challenge-6.json': JSON.stringify(odd)
  })
  const of = (title: string) => challenges.find(({ input }) => input.title === title)!
  expect(of('Tide').files[0]).toBeUndefined()
  expect(of('Gone').files[0]).toMatchObject({ name: 'b.txt' })
})

it.each(['javascript:alert(1)', 'file:///etc/passwd', 'x'.repeat(3000)])(
  'an attachment at an address that players cannot fetch is left out with a note: %.20s',
  async (remoteUrl) => {
    const remote = { ...CHALLENGES.remote, attachment: { type: 'Remote', remoteUrl } }
    const { challenges } = await planned({ 'challenges/challenge-5.json': JSON.stringify(remote) })
    const found = challenges.find(({ input }) => input.title === 'Remote')!
    expect([found.files[0], found.notes.map(({ code }) => code)]).toEqual([
      undefined,
      ['no_flag', 'bad_member']
    ])
  }
)

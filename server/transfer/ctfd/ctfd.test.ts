import { expect, it } from 'vitest'
import { sourceOf } from '~/tests/support/files/archives'
import { importOptions } from '../contract'
import { planImport } from '../plan/planner'

const table = (...results: object[]) => JSON.stringify({ count: results.length, results, meta: {} })

const EXPORT = {
  'db/alembic_version.json': table({ version_num: '0' }),
  'db/challenges.json': table(
    {
      id: 1,
      name: 'Tide <Tables>',
      description: 'Read "it" at\nHOST',
      connection_info: 'nc host 1337',
      max_attempts: 3,
      value: 100,
      category: 'Cryptography',
      type: 'standard',
      state: 'visible',
      requirements: { prerequisites: [2] }
    },
    { id: 2, name: 'Dyn', description: null, value: 480, category: 'web', type: 'dynamic', max_attempts: 0 },
    {
      ...{ id: 3, name: 'New', value: 300, category: 'x', type: 'standard', max_attempts: 0 },
      ...{ initial: 300, minimum: 100, decay: 10, function: 'linear' }
    },
    { id: 4, name: 'Pattern', value: 1, category: 'misc', type: 'standard' },
    { id: 5, name: 'Half', value: 1, category: 'misc', type: 'standard', function: 'static', initial: 9 }
  ),
  'db/dynamic_challenge.json': table({ id: 2, initial: 500, minimum: 100, decay: 20 }),
  'db/flags.json': table(
    { id: 1, challenge_id: 1, type: 'static', content: 'flag{0x1e3}', data: '' },
    { id: 2, challenge_id: 1, type: 'static', content: 'FLAG{case}', data: 'case_insensitive' },
    { id: 3, challenge_id: 2, type: 'static', content: '0123', data: null },
    { id: 4, challenge_id: 3, type: 'static', content: 'yes' },
    { id: 5, challenge_id: 4, type: 'regex', content: 'flag{.*}' },
    { id: 6, challenge_id: 5, type: 'regex', content: 'a+' },
    { id: 7, challenge_id: 5, type: 'static', content: 'b' }
  ),
  'db/hints.json': table({ id: 1, challenge_id: 1, content: 'Look up', cost: 10 }),
  'db/files.json': table(
    { id: 1, type: 'challenge', challenge_id: 1, location: 'aa11/tide.txt' },
    { id: 2, type: 'challenge', challenge_id: 2, location: 'bb22/a.txt' },
    { id: 3, type: 'challenge', challenge_id: 2, location: 'cc33/b.txt' },
    { id: 4, type: 'challenge', challenge_id: 3, location: 'dd44/gone.txt' },
    { id: 5, type: 'page', location: 'ee55/logo.png' }
  ),
  'db/config.json': table(
    { id: 1, key: 'ctf_name', value: 'Old Cup' },
    { id: 2, key: 'start', value: '1767225600' },
    { id: 3, key: 'end', value: 1767236400 }
  ),
  'db/tags.json': '',
  'uploads/aa11/tide.txt': 'tide',
  'uploads/bb22/a.txt': 'a',
  'uploads/cc33/b.txt': 'b'
}

const planned = (files: Record<string, string>, options = {}) =>
  planImport(sourceOf(files), 'Archive', new Date(123_456), importOptions.parse(options))

it('the challenges of an export are read: texts, flags, hints, files, points', async () => {
  const { game, challenges, refused } = await planned(EXPORT)
  expect([game!.title, game!.start, game!.end, game!.hidden]).toEqual([
    'Old Cup',
    new Date(1_767_225_600_000),
    new Date(1_767_236_400_000),
    true
  ])
  expect(
    challenges.map(({ input, flags, update, notes }) => [
      input.title,
      input.category,
      flags.map(({ flag }) => flag),
      [update.originalScore, update.minScoreRate],
      notes.map(({ code }) => code).sort()
    ])
  ).toEqual([
    ['Tide <Tables>', 'Crypto', ['flag{0x1e3}', 'FLAG{case}'], [100, 1], ['flag_case']],
    ['Dyn', 'Web', ['0123'], [500, 0.2], []],
    ['New', 'Misc', ['yes'], [300, expect.closeTo(1 / 3, 6)], ['file_missing']],
    ['Half', 'Misc', ['b'], [1, 1], ['regex_left']]
  ])
  const [tide, dyn] = challenges
  expect([tide!.requires, tide!.update.hideLocked]).toEqual([[dyn!.from], true])
  expect(tide!.update).toMatchObject({
    content: 'Read "it" at\nHOST',
    connections: [{ kind: 'nc', host: 'host', port: 1337 }],
    hints: [],
    pricedHints: [{ content: 'Look up', cost: 10 }]
  })
  expect(tide!.files[0]).toMatchObject({ name: 'tide.txt', content: { path: 'uploads/aa11/tide.txt' } })
  expect(dyn!.files).toMatchObject([
    { name: 'a.txt', content: { path: 'uploads/bb22/a.txt' } },
    { name: 'b.txt', content: { path: 'uploads/cc33/b.txt' } }
  ])
  expect(refused.map(({ title, reason }) => [title, reason.code])).toEqual([['Pattern', 'regex_only']])
})

it('a challenge that needs all of its flags is not taken for one that needs any', async () => {
  const files = {
    'db/challenges.json': table(
      { id: 1, name: 'All', value: 1, type: 'standard', logic: 'all' },
      { id: 2, name: 'Any', value: 1, type: 'standard', logic: 'any' }
    ),
    'db/flags.json': table(
      ...[1, 2].flatMap((id) => ['a', 'b'].map((content) => ({ challenge_id: id, type: 'static', content })))
    )
  }
  const { challenges, refused } = await planned(files)
  expect(challenges.map(({ input }) => input.title)).toEqual(['Any'])
  expect(refused.map(({ title, reason }) => [title, reason.code, reason.params])).toEqual([
    ['All', 'no_counterpart', { name: 'logic: all' }]
  ])
})

it('an export may lie in a folder, and go into an existing game', async () => {
  const within = Object.fromEntries(Object.entries(EXPORT).map(([path, text]) => [`old/${path}`, text]))
  const { game, challenges } = await planned(within, { game: 3 })
  expect(game).toBeNull()
  expect(challenges[0]!.files[0]).toMatchObject({ content: { path: 'old/uploads/aa11/tide.txt' } })
})

it('the error names the table that cannot be read', async () => {
  const broken = (text: string) => planned({ ...EXPORT, 'db/flags.json': text })
  await expect(broken('{')).rejects.toMatchObject({ code: 'archive.bad_table' })
  await expect(broken('{"results": [{"challenge_id": "x"}]}')).rejects.toMatchObject({
    code: 'archive.bad_table',
    params: { name: 'db/flags.json: results.0.challenge_id' }
  })
})

it('more challenges than an import takes are refused before they are converted', async () => {
  const results = Array.from({ length: 100_000 }, (_, id) => ({ id, name: `n${id}`, type: 'standard' }))
  // The broken table is not read any more.
  const broken = { 'db/challenges.json': JSON.stringify({ results }), 'db/flags.json': '{' }
  await expect(planned({ ...EXPORT, ...broken })).rejects.toMatchObject({
    code: 'archive.too_many_challenges'
  })
})

it('a game made of folders starts at a whole minute', async () => {
  const { game } = await planned({ 'a/challenge.yml': 'name: A\nvalue: 1\nflags: [f]' })
  expect([game!.start.getTime() % 60_000, game!.end.getTime() % 60_000]).toEqual([0, 0])
})

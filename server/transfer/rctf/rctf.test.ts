import { rmSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import rctfScoring from '~/docs/plugins/rctf-scoring'
import { toEvent } from '~/server/event-import'
import { HOUR_MS } from '~/server/platform/time'
import { archiveFolder, sourceOf, zipOf } from '~/tests/support/files/archives'
import { FIRST_FILES, RCTF_CHALLENGES, RCTF_START, rctfFiles, response } from '~/tests/support/files/rctf'
import { importOptions } from '../contract'
import { readExportedEvent, readExportedPeople } from '../foreign-exports'
import { planImport } from '../plan/planner'

const NOW = new Date('2025-12-01T00:00:00.000Z')
const planned = (files: Record<string, string>, options: object = {}) =>
  planImport(sourceOf(files), 'Archive', NOW, importOptions.parse(options))
const one = (challenge: object) => ({ 'x.json': response('goodAdminChallengesV2', [challenge]) })

const kept = archiveFolder()
afterAll(() => kept.remove())
const zipped = async (files: Record<string, string>) => kept.write(await zipOf(files))

describe('challenges of the second version', () => {
  it('come with texts, flags, points and files, and notes on what has no place here', async () => {
    const { challenges, refused } = await planned(rctfFiles())
    expect(
      challenges.map(({ input, flags, update, notes }) => [
        ...[input.title, input.type, input.category],
        flags.map(({ flag }) => flag),
        [update.originalScore, update.minScoreRate, update.difficulty],
        notes.map(({ code, params }) => `${code} ${params.name ?? ''}`.trim()).sort()
      ])
    ).toEqual([
      [
        ...['Tide', 'StaticAttachment', 'Crypto', ['flag{a}', 'flag{b}'], [500, 0.2, 17.2]],
        [
          'file_missing gone.bin',
          'no_counterpart <timer />',
          'no_counterpart tiebreakEligible, sortWeight',
          'regex_left'
        ]
      ],
      [
        ...['Box', 'StaticAttachment', 'Pwn', ['flag{box}'], [300, 1, 5]],
        ['file_missing same.zip', 'no_counterpart instancerConfig']
      ],
      ['Pattern', 'StaticAttachment', 'Misc', ['flag{example}'], [500, 0.2, 17.2], ['regex_left']]
    ])
    const [tide, box] = challenges
    expect(tide!.update).toMatchObject({
      content: 'Read **it**. \n\n`nc tide.example.org 1337`\n\n> [!NOTE]\n> Two parts.',
      author: 'Wren',
      tags: ['waves']
    })
    expect(tide!.files[0]).toEqual({
      type: 'Local',
      name: 'tide.txt',
      content: { path: 'uploads/ab12/tide.txt', hash: null }
    })
    // Two files have the name, and neither lies where the address says.
    expect(box!.files[0]).toBeUndefined()
    expect(refused.map(({ from, reason }) => [from, reason.code, reason.params.name])).toEqual([
      ['challenges.json: per-team', 'flag_type', 'flags/dynamic'],
      ['challenges.json: hill', 'no_counterpart', 'scoring.kind: dynamic']
    ])
  })

  it('make a hidden game with the facts of the configuration, or go into one that is there', async () => {
    const { game, notes, told } = await planned(rctfFiles())
    expect(game).toMatchObject({
      ...{ title: 'Rock Cup', summary: 'Ebb & flow', content: '# Hello', hidden: true },
      ...{ start: new Date(RCTF_START), end: new Date(RCTF_START + HOUR_MS) },
      organizations: ['Open', 'Universities']
    })
    expect(notes.map(({ code }) => code)).toEqual(['disabled', 'no_counterpart'])
    // What tells of people is not sent by a push.
    expect(told).toEqual(['challenges.json', 'config.json'])
    expect((await planned(rctfFiles(), { game: 3 })).game).toBeNull()
    expect((await planned(rctfFiles({ 'config.json': undefined }))).game!.title).toBe('Archive')
  })

  it('name the time at which they were to be released, if it is still to come', async () => {
    const later = { ...RCTF_CHALLENGES.pattern, releaseTime: RCTF_START }
    const { challenges } = await planned(one(later))
    expect(challenges[0]!.notes).toContainEqual({
      code: 'release_time',
      params: { time: '2026-01-01 00:00' }
    })
    const past = await planned(one({ ...later, releaseTime: NOW.getTime() }))
    expect(past.challenges[0]!.notes.map(({ code }) => code)).toEqual(['regex_left'])
  })
})

describe('what was saved', () => {
  it.each([
    ['chall.json', 'goodAdminChallenges'],
    ['challenge.json', 'goodAdminChallengesV2'],
    ['deep/er/x.json', 'goodChallenges']
  ])('is known by its content: %s', async (path, kind) => {
    const { challenges } = await planned({ [path]: response(kind, [RCTF_CHALLENGES.pattern]) })
    expect(challenges.map(({ input }) => input.title)).toEqual(['Pattern'])
  })

  it('may be a table of challenges', async () => {
    const { id, ...data } = RCTF_CHALLENGES.pattern
    const { challenges } = await planned({ 'table.json': JSON.stringify([{ id, data }]) })
    expect(challenges.map(({ from }) => from)).toEqual(['table.json: pattern'])
  })

  it('is nothing without flags, and next to folders with challenges', async () => {
    const { id, name } = RCTF_CHALLENGES.tide
    await expect(planned({ 'a.json': response('goodChallenges', [{ id, name }]) })).rejects.toMatchObject({
      code: 'archive.nothing'
    })
    const files = { 'a/challenge.yml': 'name: A\nvalue: 1\nflags: [f]', ...rctfFiles() }
    expect((await planned(files)).challenges.map(({ input }) => input.title)).toEqual(['A'])
  })

  it('of a challenge that was saved twice, the second version tells more', async () => {
    const { tide } = RCTF_CHALLENGES
    const { challenges } = await planned({
      ...one(tide),
      'y.json': response('goodAdminChallenges', [{ ...tide, name: 'Old', flags: undefined, flag: 'old' }])
    })
    expect(challenges.map(({ input }) => input.title)).toEqual(['Tide'])
  })
})

describe('files', () => {
  const file = (name: string, url: string) => ({ ...RCTF_CHALLENGES.pattern, files: [{ name, url }] })
  const found = async (challenge: object, files: Record<string, string>) =>
    (await planned({ ...one(challenge), ...files })).challenges[0]!.files[0]

  it.each([
    ['at the path of the address', 'https://x.example/uploads/1/a%20b.zip', 'uploads/1/a b.zip'],
    ['below the name of a bucket', 'https://x.example/bucket/uploads/1/a b.zip', 'uploads/1/a b.zip'],
    ['in the folder of the challenge', 'https://x.example/1', 'pattern/a b.zip'],
    ['by a name that no other has', 'nonsense', 'elsewhere/a b.zip']
  ])('are found %s', async (_, url, path) => {
    expect(await found(file('a b.zip', url), { [path]: 'x', 'other/c.zip': 'y' })).toMatchObject({
      name: 'a b.zip',
      content: { path }
    })
  })

  it.each([
    ['x.json', 'https://x.example/x.json'],
    ['../../x.json', '/../x.json'],
    ['x.json', '/uploads/%2e%2e%2fx.json'],
    ['uploads', '/uploads'],
    ['', '%'],
    ['passwd', '/..%2f..%2fetc/passwd']
  ])('are never what was saved, a folder or something outside: %s, %s', async (name, url) => {
    expect(await found(file(name, url), { 'uploads/1/a.zip': 'x' })).toBeUndefined()
  })
})

describe('hostile and broken values', () => {
  it.each([
    [{ points: { min: 'a', max: 1 } }, 'invalid', 'points.min'],
    [{ points: { min: 1, max: 1e300 } }, 'invalid', 'originalScore'],
    [{ points: { min: -5, max: -1 } }, 'invalid', 'originalScore'],
    [{ flags: {} }, 'invalid', 'flags'],
    [{ flags: [{ provider: 1, config: {} }] }, 'invalid', 'flags.0.provider'],
    [{ files: [{ name: 'a' }] }, 'invalid', 'files.0.url'],
    [{ name: 5 }, 'invalid', 'name'],
    [{ name: 'x'.repeat(300) }, 'invalid', 'title'],
    [{ flags: [] }, 'no_flag', undefined],
    [{ scoring: 'decay' }, 'invalid', 'scoring']
  ])('%j leave out the challenge and name the member', async (changed, code, name) => {
    const { challenges, refused } = await planned(one({ ...RCTF_CHALLENGES.pattern, ...changed }))
    expect(challenges).toEqual([])
    expect(refused.map(({ from, reason }) => [from, reason.code, reason.params.name])).toEqual([
      ['x.json: pattern', code, name]
    ])
  })

  it('a challenge that is no object is left out, and the others go on', async () => {
    const { challenges, refused } = await planned({
      'x.json': response('goodAdminChallenges', [null, 7, RCTF_CHALLENGES.pattern])
    })
    expect(challenges).toHaveLength(1)
    expect(refused.map(({ from }) => from)).toEqual(['x.json: 0', 'x.json: 1'])
  })

  it.each([
    ['{"kind":"goodAdminChallengesV2","data":[', 'x.json'],
    [response('goodAdminChallenges', {}), 'x.json: data'],
    [JSON.stringify([{ id: 'a', data: { flag: 'f' } }, { id: 7 }]), 'x.json: 1.id']
  ])('%s refuses all and names file and member', async (text, name) => {
    await expect(planned({ 'x.json': text })).rejects.toMatchObject({
      code: 'archive.bad_response',
      params: { name }
    })
  })

  it('a configuration or people of the wrong form are named', async () => {
    const bad = response('goodClientConfig', { ctfName: 'x', startTime: 'soon' })
    await expect(planned(rctfFiles({ 'config.json': bad }))).rejects.toMatchObject({
      params: { name: 'config.json: data.startTime' }
    })
    const users = response('goodAdminUsersV2', { users: [{ id: 'a', name: 'b', perms: 'root' }] })
    await expect(readExportedPeople(await zipped(rctfFiles({ 'users.json': users })))).rejects.toMatchObject({
      code: 'archive.bad_response',
      params: { name: 'users.json: data.users.0.perms' }
    })
    const late = response('goodChallengeSolves', {
      solves: [{ userId: 'a', userName: 'b', createdAt: 1e300 }]
    })
    await expect(
      readExportedEvent(await zipped(rctfFiles({ 'solves/tide.json': late })))
    ).rejects.toMatchObject({
      params: { name: 'solves/tide.json: data.solves.0.createdAt' }
    })
  })

  it('more challenges than an import takes are refused', async () => {
    const list = Array.from({ length: 2001 }, (_, id) => ({ ...RCTF_CHALLENGES.pattern, id: `${id}` }))
    await expect(planned({ 'x.json': response('goodAdminChallenges', list) })).rejects.toMatchObject({
      code: 'archive.too_many_challenges'
    })
  })

  it('a ZIP that expands too far is refused before a response is read', async () => {
    const path = await zipped({ 'x.json': `${' '.repeat(70 * 1024 * 1024)}{}` })
    await expect(readExportedEvent(path)).rejects.toMatchObject({ code: 'archive.bomb' })
    rmSync(path)
    writeFileSync(path, 'no ZIP')
    await expect(readExportedPeople(path)).rejects.toMatchObject({ code: 'archive.not_zip' })
  })
})

describe('solves', () => {
  const event = async (files: Record<string, string>) => toEvent(await readExportedEvent(await zipped(files)))
  const solved = ({ teams, challenges, solves, start }: Awaited<ReturnType<typeof event>>) =>
    solves.map(({ team, challenge, at }) => [
      teams[team]!.name,
      challenges[challenge]!.title,
      (at - start) / 1000
    ])

  it('of the second version become a past game without administrators, banned teams and hidden challenges', async () => {
    const past = await event(rctfFiles())
    expect(past).toMatchObject({ title: 'Rock Cup', start: RCTF_START, end: RCTF_START + HOUR_MS })
    expect(past.challenges.map(({ title, score }) => [title, score])).toEqual([
      ['Tide', 500],
      ['Pattern', 500],
      ['Per team', 500]
    ])
    expect(past.teams).toMatchObject([
      { name: 'Kelp', division: 'Universities', country: 'CZ', members: ['kelp@rctf.example'] },
      { name: 'Wrack', division: 'Open' }
    ])
    expect(past.teams).toHaveLength(2)
    expect(solved(past)).toEqual([
      ['Wrack', 'Tide', 60],
      ['Kelp', 'Pattern', 90],
      ['Kelp', 'Tide', 120]
    ])
  })

  it('of the first version come from its tables, with members and its own curve', async () => {
    const past = await event(FIRST_FILES)
    expect(past.teams).toMatchObject([
      { name: 'Gull', members: ['gull@rctf.example', 'chick@rctf.example'] },
      { name: 'Tern' }
    ])
    expect(solved(past)).toEqual([
      ['Gull', 'Anchor', 0],
      ['Tern', 'Anchor', 599.5]
    ])
    expect(past.challenges[0]).toMatchObject({ score: 250, minScoreRate: 0.2, difficulty: 0.014 })
  })

  it('come from what everybody may read, too: leaderboards, solvers and profiles', async () => {
    const challenges = {
      'c.json': response('goodAdminChallenges', [{ ...RCTF_CHALLENGES.pattern, flag: 'f' }])
    }
    const at = RCTF_START + 5000
    const board = {
      id: 'k',
      name: 'Kelp',
      score: 1,
      division: 'open',
      solves: [{ id: 'pattern', solveTime: at }]
    }
    const other = { id: 'g', name: 'Gull', score: 0 }
    const past = await event({
      ...challenges,
      'board.json': response('goodLeaderboard', { total: 2, leaderboard: [board, other] }),
      'solves/pattern.json': response('goodChallengeSolves', {
        solves: [{ id: 's', createdAt: at + 1000, userId: 'w', userName: 'Wrack' }]
      }),
      'users/g.json': response('goodUserData', {
        ...{ name: 'GULL', division: 'open', score: 9 },
        solves: [{ id: 'pattern', name: 'Pattern', createdAt: at + 2000 }]
      })
    })
    expect(solved(past)).toEqual([
      ['Kelp', 'Pattern', 0],
      ['Wrack', 'Pattern', 1],
      ['Gull', 'Pattern', 2]
    ])
    expect(past.teams.map(({ name }) => name)).toEqual(['Kelp', 'Gull', 'Wrack'])
  })
})

describe('people', () => {
  it('are teams as their captains, then their members; administrators and banned ones are marked', async () => {
    const people = async (files: Record<string, string>) =>
      (await readExportedPeople(await zipped(files)))!.map(
        ({ name, email, team, division, staff, banned, hash }) => [
          ...[name, email, team, division],
          ...[staff, banned, hash]
        ]
      )
    expect(await people(rctfFiles())).toEqual([
      ['Kelp', 'kelp@rctf.example', 'Kelp', 'Universities', false, false, null],
      ['Wrack', 'wrack@rctf.example', 'Wrack', 'Open', false, false, null],
      ['Staff', 'staff@rctf.example', null, 'Open', true, false, null],
      ['Out', 'out@rctf.example', 'Out', 'Open', false, true, null]
    ])
    const { 'rctf/tables/users.json': users, ...rest } = FIRST_FILES
    const [gull, tern] = JSON.parse(users!) as object[]
    const hashed = JSON.stringify([{ ...gull, password_hash: '$argon2id$x' }, tern])
    expect(await people({ ...rest, 'rctf/tables/users.json': hashed })).toEqual([
      ['Gull', 'gull@rctf.example', 'Gull', 'open', false, false, '$argon2id$x'],
      ['chick', 'chick@rctf.example', 'Gull', 'open', false, false, null],
      ['Tern', '', 'Tern', 'open', false, false, null]
    ])
  })

  it('another ZIP is none', async () => {
    const path = await zipped({ 'a.json': '[{"id": 1}]', 'b.json': '{"kind": "other"}', 'c.json': '{' })
    expect([await readExportedEvent(path), await readExportedPeople(path)]).toEqual([null, null])
  })
})

it('the example of a scoring function gives the values of scores/classic', () => {
  const curve = { score: 500, minRate: 0.2, difficulty: 17.2 }
  expect([0, 1, 2, 13, 60, 10_000].map((solves) => rctfScoring.value(solves, curve))).toEqual([
    500, 500, 481, 299, 151, 100
  ])
})

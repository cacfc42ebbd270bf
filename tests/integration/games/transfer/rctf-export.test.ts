import { expect, it } from 'vitest'
import { fold, settle } from '~/scoring/rules'
import { importEvent, originOf, toEvent } from '~/server/event-import'
import { readEntries } from '~/server/ledger'
import { createSecretBox } from '~/server/platform/secret-box'
import { readExportedEvent, readExportedPeople } from '~/server/transfer'
import { importOptions } from '~/server/transfer/contract'
import { ctfdSuite } from '~/tests/support/files/ctfd'
import { RCTF_CHALLENGES, rctfFiles, response } from '~/tests/support/files/rctf'

const suite = ctfdSuite()

/** Of `tern and gull`, as the second version stores it. */
const HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$YSBzYWx0IG9mIHRoaXJ0eS10d28gYnl0ZXMsIG9rYXk$sr1xMKp6I5DqEX5FMVWj3IGvJCiMPej2Ad33WL0IIj0'
const row = (id: string, name: string, more: object = {}) => ({
  ...{ id, name, email: `${id}@rctf.example`, division: 'open', perms: 0, password_hash: null, ...more }
})
const TABLES = {
  'tables/users.json': JSON.stringify([row('kelp', 'Kelp', { password_hash: HASH }), row('wrack', 'Wrack')]),
  'tables/user_members.json': JSON.stringify([{ id: 'm', userid: 'kelp', email: 'frond@rctf.example' }])
}

const query = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await suite.domain.stores.db.pool.query<T>(text, values)).rows

it('responses become a game, and again, only what has changed', async () => {
  const bring = async (changed: Parameters<typeof rctfFiles>[0], options: object) =>
    suite.domain.services.transfer.import(
      suite.domain.admin,
      { path: await suite.exported(rctfFiles(changed)), name: 'responses.zip' },
      importOptions.parse(options)
    )
  const dry = await bring({}, { dryRun: true })
  expect([dry.title, dry.gameId, dry.challenges.map(({ title }) => title)]).toEqual([
    'Rock Cup',
    null,
    ['Tide', 'Box', 'Pattern']
  ])
  const { gameId } = await bring({}, {})
  const stored = () =>
    query(
      `SELECT c.title, c.enabled, c.original_score AS score, array_agg(f.flag ORDER BY f.id) AS flags, min(a.name) AS file
       FROM challenges c JOIN flags f ON f.challenge_id = c.id LEFT JOIN attachments a ON a.challenge_id = c.id
       WHERE c.game_id = $1 GROUP BY c.id ORDER BY c.id`,
      gameId
    )
  const first = [
    { title: 'Tide', enabled: false, score: 500, flags: ['flag{a}', 'flag{b}'], file: 'tide.txt' },
    { title: 'Box', enabled: false, score: 300, flags: ['flag{box}'], file: null },
    { title: 'Pattern', enabled: false, score: 500, flags: ['flag{example}'], file: null }
  ]
  expect(await stored()).toEqual(first)
  const same = await bring({}, { game: gameId, update: 'all' })
  expect([same.challenges, same.updates]).toEqual([[], []])
  expect(await stored()).toEqual(first)
  const list = Object.values({
    ...RCTF_CHALLENGES,
    box: { ...RCTF_CHALLENGES.box, points: { min: 9, max: 400 } }
  })
  const other = await bring(
    { 'challenges.json': response('goodAdminChallengesV2', list) },
    { game: gameId, update: 'all' }
  )
  expect(other.updates.map(({ title }) => title)).toEqual(['Box'])
  expect(await stored()).toEqual(first.map((one) => (one.title === 'Box' ? { ...one, score: 400 } : one)))
})

it('teams become accounts with their members, and log in with the password that they had', async () => {
  const people = (await readExportedPeople(await suite.exported(rctfFiles(TABLES))))!
  const { id, faults } = await suite.domain.services.userImports.checkExport(suite.domain.admin, people, {
    ...{ name: 'responses.zip', overwrite: false, game: null }
  })
  expect(faults.map(({ userName, error }) => [userName, error])).toEqual([
    ['Staff', 'user.import_staff'],
    ['Out', 'user.import_banned']
  ])
  await suite.domain.services.userImports.start(suite.domain.admin, id!, { byMail: false, accept: true })
  const { signal } = new AbortController()
  for (let left = 20; left > 0; left--) {
    if ((await suite.domain.services.userImports.one(suite.domain.admin, id!)).state === 'Done') break
    await suite.domain.services.userImports.work(signal)
  }
  expect(
    await query(
      `SELECT t.name, c.user_name AS captain, array_agg(u.email ORDER BY u.email) AS members FROM teams t
       JOIN users c ON c.id = t.captain_id JOIN team_members m ON m.team_id = t.id JOIN users u ON u.id = m.user_id
       GROUP BY t.id, c.id ORDER BY t.name`
    )
  ).toEqual([
    { name: 'Kelp', captain: 'Kelp', members: ['frond@rctf.example', 'kelp@rctf.example'] },
    { name: 'Wrack', captain: 'Wrack', members: ['wrack@rctf.example'] }
  ])
  const input = { userName: 'Kelp', password: 'tern and gull', challenge: null }
  expect((await suite.domain.services.accounts.login(suite.domain.as(null), input)).cookie).toBeTruthy()
  const result = await suite.domain.services.userImports.result(suite.domain.admin, id!)
  expect(result.map(({ userName, password }) => [userName, password !== null])).toEqual([
    ['Kelp', false],
    ['frond', true],
    ['Wrack', true],
    ['Staff', false],
    ['Out', false]
  ])
})

it('solves become a past game with the board that they make, of the teams that are here', async () => {
  const past = toEvent(await readExportedEvent(await suite.exported(rctfFiles(TABLES))))
  const { gameId, knownTeams } = await importEvent(
    { db: suite.domain.stores.db, secretBox: createSecretBox('ab'.repeat(32)) },
    suite.domain.admin,
    past,
    { origin: originOf(past) }
  )
  expect(knownTeams).toBe(2)
  const teams = await query<{ id: number; name: string }>(
    'SELECT p.id, t.name FROM participations p JOIN teams t ON t.id = p.team_id WHERE p.game_id = $1',
    gameId
  )
  const state = fold(await readEntries(suite.domain.stores.db.pool, gameId, 0, 1000))
  const ranking = settle(state)
  // rCTF itself gives 481 for two solves.
  expect([...state.challenges.values()].map(({ value, solved }) => [value, solved])).toEqual([
    [477, 2],
    [500, 1],
    [500, 0]
  ])
  expect(
    ranking.map(({ id, rank, solved, lastSolve }) => [
      teams.find((team) => team.id === id)!.name,
      ...[rank, solved, (lastSolve! - past.start) / 1000]
    ])
  ).toEqual([
    ['Kelp', 1, 2, 120],
    ['Wrack', 2, 1, 60]
  ])
  expect(ranking[0]!.score).toBeGreaterThan(ranking[1]!.score)
})

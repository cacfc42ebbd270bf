import { expect, it } from 'vitest'
import { verifyPassword } from '~/server/accounts'
import { importEvent, originOf, toEvent } from '~/server/event-import'
import { createSecretBox } from '~/server/platform/secret-box'
import { readExportedEvent, readExportedPeople } from '~/server/transfer'
import { refused } from '../../support/domain'
import { at, config, ctfdSuite, table } from '../../support/files/ctfd'

const suite = ctfdSuite()

/** passlib's hash of `password`. */
const HASH = '$bcrypt-sha256$v=2,t=2b,r=5$5Hg1DKFqPE8C2aflZ5vVoe$wOK1VFFtS8IGTrGa7.h5fs0u84qyPbS'
const user = (id: number, name: string, more: object) => ({
  ...{ id, name, email: `${name.slice(0, 3)}${id}@ctfd.example`, type: 'user', password: HASH },
  ...{ verified: true, hidden: false, banned: false, ...more }
})

const FILES = {
  'db/challenges.json': table({ id: 7, name: 'One', value: 100, category: 'web', type: 'standard' }),
  'db/flags.json': table({ id: 1, challenge_id: 7, type: 'static', content: 'flag{one}' }),
  'db/config.json': config({ ctf_name: 'People Cup' }),
  'db/teams.json': table(
    {
      id: 1,
      name: 'Wrack',
      captain_id: 3,
      affiliation: 'Wrack Club',
      website: 'https://wrack.example',
      country: 'zz'
    },
    { id: 2, name: 'Tang', captain_id: 4, banned: true }
  ),
  'db/users.json': table(
    user(1, 'root', { type: 'admin' }),
    user(2, 'ada', {
      team_id: 1,
      affiliation: 'Harbour School',
      website: 'http://ada.example',
      country: 'CZ'
    }),
    user(3, 'a name@that is far too long', { team_id: 1, email: 'long3@ctfd.example' }),
    user(4, 'banned', { team_id: 2 }),
    user(5, 'ADA', { verified: false }),
    user(6, 'old', { password: '$2b$12$nothing', verified: true }),
    user(7, 'twin', { email: 'ada2@ctfd.example' }),
    user(8, 'nomail', { email: null })
  ),
  'db/solves.json': table({ id: 1, challenge_id: 7, team_id: 1, user_id: 2 }),
  'db/submissions.json': table({ id: 1, date: at(60) })
}

const query = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await suite.domain.stores.db.pool.query<T>(text, values)).rows
const exported = () => suite.exported(FILES)
const checkExport = async (game: string | null = null) =>
  suite.domain.services.userImports.checkExport(
    suite.domain.admin,
    (await readExportedPeople(await exported()))!,
    {
      name: 'export.zip',
      overwrite: false,
      game
    }
  )
const login = (userName: string, password: string) =>
  suite.domain.services.accounts.login(suite.domain.as(null), { userName, password, challenge: null })
const hashOf = async (email: string) =>
  (await query<{ hash: string }>('SELECT password_hash AS hash FROM users WHERE email = $1', email))[0]!.hash

it('an import makes accounts and teams of an export, and lists everybody left out with the reason', async () => {
  const game = await suite.domain.game({ title: 'Next Cup' })
  const { id, faults, rows } = await checkExport('Next Cup')
  expect(rows).toBe(8)
  expect(faults.map(({ userName, error }) => [userName, error])).toEqual([
    ['banned', 'user.import_banned'],
    ['root', 'user.import_staff'],
    ['twin', 'identity.email_twice'],
    ['nomail', expect.stringMatching(/^field\.email/)]
  ])
  const before = await suite.domain.services.userImports.one(suite.domain.admin, id!)
  expect([before.counts.Waiting, before.counts.Failed, before.teams, before.kept]).toEqual([4, 4, 1, 3])
  await suite.domain.services.userImports.start(suite.domain.admin, id!, { byMail: false, accept: true })
  const { signal } = new AbortController()
  for (let left = 20; left > 0; left--) {
    if ((await suite.domain.services.userImports.one(suite.domain.admin, id!)).state === 'Done') break
    await suite.domain.services.userImports.work(signal)
  }
  const stored = await query<{ secret: string }>(
    'SELECT secret FROM user_import_rows WHERE import_id = $1 AND secret IS NOT NULL',
    id
  )
  expect(stored).toHaveLength(1)
  const told = await suite.domain.services.userImports.result(suite.domain.admin, id!)
  expect(
    told.map(({ userName, formerName, teamName, state, password }) => [
      userName,
      formerName,
      teamName,
      state,
      password !== null
    ])
  ).toEqual([
    ['a name at that', 'a name@that is far too long', 'Wrack', 'Created', false],
    ['ada', null, 'Wrack', 'Created', false],
    ['banned', null, null, 'Failed', false],
    ['root', null, null, 'Failed', false],
    ['ADA (2)', 'ADA', null, 'Created', false],
    ['old', null, null, 'Created', true],
    ['twin', null, null, 'Failed', false],
    ['nomail', null, null, 'Failed', false]
  ])
  const [team] = await query<{ captain: string; members: number; status: string }>(
    `SELECT u.email AS captain, (SELECT count(*)::int FROM team_members m WHERE m.team_id = t.id) AS members, p.status
     FROM teams t JOIN users u ON u.id = t.captain_id JOIN participations p ON p.team_id = t.id AND p.game_id = $1`,
    game
  )
  expect(team).toEqual({ captain: 'long3@ctfd.example', members: 2, status: 'Accepted' })
  // What would not be taken here is left out: an address without https, an unknown country.
  expect(await query(`SELECT affiliation, website, country FROM teams WHERE name = 'Wrack'`)).toEqual([
    { affiliation: 'Wrack Club', website: 'https://wrack.example', country: null }
  ])
  expect(await query(`SELECT affiliation, website, country FROM users WHERE user_name = 'ada'`)).toEqual([
    { affiliation: 'Harbour School', website: null, country: 'CZ' }
  ])
})

it('imported people log in with their old password, which is then hashed anew', async () => {
  const before = await hashOf('ada2@ctfd.example')
  expect(before).toMatch(/^\$bcrypt-sha256\$.*\$argon2id\$/)
  expect(before).not.toContain(HASH.slice(-31))
  const began = performance.now()
  await refused(login('nobody here', 'password'), 'account.bad_credentials', 401)
  const unknown = performance.now() - began
  await refused(login('ada', 'wrong'), 'account.bad_credentials', 401)
  expect(await hashOf('ada2@ctfd.example')).toBe(before)
  // The time shows nobody which accounts still have such a password.
  expect(unknown).toBeGreaterThan(990)
  expect((await login('ada', 'password')).cookie).toBeTruthy()
  const own = await hashOf('ada2@ctfd.example')
  expect(own).toMatch(/^\$argon2id\$/)
  expect(await verifyPassword(own, 'password')).toBe(true)
  expect((await login('ada', 'password')).cookie).toBeTruthy()
})

it('no password is imported for an unproven address when this platform requires proof', async () => {
  await suite.domain.services.settings.update(suite.domain.admin, {
    accountPolicy: { activeOnRegister: false, emailConfirmationRequired: true }
  })
  const people = (await readExportedPeople(await exported()))!.map((person, index) => ({
    ...person,
    name: `new${index}`,
    email: `new${index}@ctfd.example`,
    team: null
  }))
  const { id } = await suite.domain.services.userImports.checkExport(suite.domain.admin, people, {
    ...{ name: 'x', overwrite: false, game: null }
  })
  // Two proven ones, the twin, and the one whose address came later; not the unproven one.
  expect((await suite.domain.services.userImports.one(suite.domain.admin, id!)).kept).toBe(4)
})

it('a password of an unproven address never gets into an account that is here', async () => {
  const [known] = await suite.domain.users(1)
  const unproven = (email: string) => ({
    ...{ name: 'stranger', email, proven: false, hash: HASH, team: null, division: null },
    ...{ staff: false, banned: false, teamShown: null },
    shown: { affiliation: null, website: null, country: null }
  })
  await suite.domain.services.settings.update(suite.domain.admin, {
    accountPolicy: { activeOnRegister: true }
  })
  const later = 'registers-meanwhile@ctfd.example'
  const people = [unproven(`${known!.name}@EXAMPLE.org`), unproven(later)]
  const { id, faults } = await suite.domain.services.userImports.checkExport(suite.domain.admin, people, {
    ...{ name: 'x', overwrite: true, game: null }
  })
  expect(faults).toMatchObject([{ line: 1, field: 'email', error: 'user.import_unproven' }])
  const [member] = await suite.domain.users(1)
  await query('UPDATE users SET email = $2, email_key = $2 WHERE id = $1', member!.id, later)
  await suite.domain.services.userImports.start(suite.domain.admin, id!, { byMail: false, accept: true })
  await suite.domain.services.userImports.work(new AbortController().signal)
  const rows = await suite.domain.services.userImports.rows(suite.domain.admin, id!, { count: 10, skip: 0 })
  expect(rows.map(({ state, error }) => [state, error])).toEqual([
    ['Failed', 'user.import_unproven'],
    ['Failed', 'user.import_unproven']
  ])
  expect([await hashOf(`${known!.name}@example.org`), await hashOf(later)]).toEqual(['!', '!'])
})

it('solves of a past event belong to the accounts and teams that exist here', async () => {
  const past = toEvent(await readExportedEvent(await exported()))
  const { gameId, knownTeams } = await importEvent(
    { db: suite.domain.stores.db, secretBox: createSecretBox('ab'.repeat(32)) },
    suite.domain.admin,
    past,
    { origin: originOf(past) }
  )
  expect(knownTeams).toBe(1)
  const found = await query<{ team: string; user: string; players: number }>(
    `SELECT t.name AS team, u.email AS user, (SELECT count(*)::int FROM registrations r WHERE r.game_id = s.game_id) AS players
     FROM solves s JOIN participations p ON p.id = s.participation_id JOIN teams t ON t.id = p.team_id
     JOIN users u ON u.id = s.user_id WHERE s.game_id = $1`,
    gameId
  )
  expect(found).toEqual([{ team: 'Wrack', user: 'ada2@ctfd.example', players: 2 }])
  expect(await query("SELECT FROM teams WHERE name = 'Wrack'")).toHaveLength(1)
})

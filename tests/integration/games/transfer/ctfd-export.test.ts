import { expect, it } from 'vitest'
import { importEvent, originOf, toEvent } from '~/server/event-import'
import { createSecretBox } from '~/server/platform/secret-box'
import { readExportedEvent } from '~/server/transfer'
import { importOptions } from '~/server/transfer/contract'
import { at, config, ctfdSuite, START, table } from '~/tests/support/files/ctfd'
import { foldedBoard } from '~/tests/support/scoring/scoring'

const suite = ctfdSuite()
const solve = (id: number, challenge: number, team: number | null, user: number) => ({
  ...{ id, challenge_id: challenge, team_id: team, user_id: user }
})

const files = (mode: 'teams' | 'users') => ({
  'db/challenges.json': table(
    {
      ...{ id: 7, name: 'One', value: 100, category: 'web', type: 'dynamic', description: 'x' },
      ...{ initial: 100, minimum: 40, decay: 2, function: 'logarithmic' }
    },
    { id: 8, name: 'Regex', value: 200, category: 'misc', type: 'standard', description: '' }
  ),
  'db/flags.json': table(
    { id: 1, challenge_id: 7, type: 'static', content: 'flag{one}' },
    { id: 2, challenge_id: 8, type: 'regex', content: 'x+' }
  ),
  'db/files.json': table({ id: 1, type: 'challenge', challenge_id: 7, location: 'ab/one.txt' }),
  'uploads/ab/one.txt': 'one',
  'db/config.json': config({ ctf_name: 'Past Cup', user_mode: mode }),
  'db/brackets.json': table({ id: 3, name: 'Students' }),
  'db/teams.json': table(
    {
      ...{ id: 1, name: 'Kelp', hidden: false, banned: false, bracket_id: 3 },
      ...{ affiliation: 'Harbour School', website: 'http://example.org', country: 'CZ' }
    },
    {
      id: 2,
      name: 'Kelp',
      hidden: 0,
      banned: 0,
      bracket_id: null,
      website: 'https://example.org',
      country: ''
    },
    { id: 3, name: 'Staff', hidden: true, banned: false }
  ),
  'db/users.json': table(
    { id: 1, name: 'root', type: 'admin', password: 'x' },
    { id: 2, name: 'ada', type: 'user', team_id: 1, hidden: false, banned: false, bracket_id: 3 },
    { id: 3, name: 'ben', type: 'user', team_id: 2, hidden: false, banned: false }
  ),
  'db/solves.json': table(
    solve(1, 7, 1, 2),
    solve(2, 8, 1, 2),
    solve(3, 7, 2, 3),
    solve(4, 7, 3, 1),
    solve(5, 8, 2, 3)
  ),
  'db/submissions.json': table(
    { id: 1, date: at(60), type: 'correct' },
    { id: 2, date: `${at(90)}.123456`, type: 'correct' },
    { id: 3, date: at(120), type: 'correct' },
    { id: 4, date: at(10), type: 'correct' },
    { id: 5, date: at(4000), type: 'correct' },
    { id: 6, date: at(50), type: 'incorrect' }
  )
})

const event = async (mode: 'teams' | 'users') =>
  toEvent(await readExportedEvent(await suite.exported(files(mode))))

it('an export becomes a game by the import of games, after a preview that creates nothing', async () => {
  const path = await suite.exported(files('teams'))
  const bring = (more: object) =>
    suite.domain.services.transfer.import(
      suite.domain.admin,
      { path, name: 'export.zip' },
      importOptions.parse(more)
    )
  const dry = await bring({ dryRun: true })
  expect([dry.title, dry.gameId, dry.challenges.map(({ title }) => title)]).toEqual([
    'Past Cup',
    null,
    ['One']
  ])
  expect(dry.refused.map(({ title, reason }) => [title, reason.code])).toEqual([['Regex', 'regex_only']])
  const { gameId } = await bring({})
  const found = await suite.domain.stores.db.pool.query(
    `SELECT c.title, c.enabled, f.flag, a.name FROM challenges c JOIN flags f ON f.challenge_id = c.id
     JOIN attachments a ON a.challenge_id = c.id WHERE c.game_id = $1`,
    [gameId]
  )
  expect(found.rows).toEqual([{ title: 'One', enabled: false, flag: 'flag{one}', name: 'one.txt' }])
})

it('an export becomes a past game with its teams and the times of their solves', async () => {
  const past = await event('teams')
  const { gameId } = await importEvent(
    { db: suite.domain.stores.db, secretBox: createSecretBox('ab'.repeat(32)) },
    suite.domain.admin,
    past,
    { origin: originOf(past) }
  )
  const { rows } = await suite.domain.stores.db.pool.query(
    `SELECT t.name, t.affiliation, t.website, t.country, p.division, c.title, s.solved_at AS at FROM solves s JOIN participations p ON p.id = s.participation_id
     JOIN teams t ON t.id = p.team_id JOIN challenges c ON c.id = s.challenge_id WHERE c.game_id = $1 ORDER BY at`,
    [gameId]
  )
  expect(
    rows.map(({ name, division, title, at: when }) => [name, division, title, when.getTime() - START * 1000])
  ).toEqual([
    ['Kelp', 'Students', 'One', 60_000],
    ['Kelp', 'Students', 'Regex', 90_123],
    ['Kelp (2)', null, 'One', 120_000]
  ])
  // 85 after two solves of the parabola from 100 to 40 that ends with the third.
  const { items } = await foldedBoard(suite.domain.stores, gameId)
  expect(items.map(({ score }) => score)).toEqual([89 + 1050, 88])
  // What could not be entered here is left out.
  expect([rows[0], rows[2]]).toMatchObject([
    { affiliation: 'Harbour School', website: null, country: 'CZ' },
    { affiliation: null, website: 'https://example.org', country: null }
  ])
})

it('an export has users as teams where everybody played alone, and never staff', async () => {
  const { teams, solves } = await event('users')
  expect(teams).toEqual([
    { name: 'ada', division: 'Students' },
    { name: 'ben', division: null }
  ])
  expect(solves.filter(({ counts }) => counts)).toHaveLength(3)
})

it('an export is told from other archives', async () => {
  expect(await readExportedEvent(await suite.exported({ 'a.txt': 'a' }))).toBeNull()
})

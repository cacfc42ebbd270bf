import { afterAll, beforeAll, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { readEntries } from '~/server/ledger'
import { HOUR_MS } from '~/server/platform/time'
import { inStatus, ledger, reviewOf } from '../../support/accounts/registrations'
import { type Domain, openDomain, refused } from '../../support/domain'
import { playGame, sendFlags } from '../../support/fixtures'

let domain: Domain

beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const audited = async (action: string, targets: string[]) =>
  (
    await domain.stores.db.pool.query<{ target: string }>(
      'SELECT target FROM audit_events WHERE action = $1 AND target = ANY($2) ORDER BY id',
      [action, targets]
    )
  ).rows.map(({ target }) => target)

it('registrations get a status together, except those that may not and those of other games, which are named', async () => {
  const { services, admin } = domain
  const game = await playGame(domain.stores.db, { teams: 4 })
  const other = await inStatus(domain, 'Accepted')
  const [first, second, third, fourth] = game.teams.map(({ participationId }) => participationId)
  await services.participations.setStatus(admin, third!, 'Rejected')
  await services.participations.setStatus(admin, fourth!, 'Suspended')
  const before = (await ledger(domain, game.id)).length
  const outcome = await services.participations.setStatuses(
    admin,
    game.id,
    [first!, second!, second!, third!, fourth!, other.id],
    'Suspended'
  )
  expect(outcome).toEqual({
    ...{ done: 3, same: 1 },
    refused: [
      { id: third, code: 'participation.transition_not_allowed' },
      { id: other.id, code: 'participation.not_found' }
    ]
  })
  const kinds = (await ledger(domain, game.id)).slice(before).map(([kind, id]) => [kind, id])
  expect(kinds).toEqual([
    ['suspend', first],
    ['suspend', second]
  ])
  const targets = [first, second, third, other.id].map((id) => `participation:${id}`)
  expect(await audited('participation_status_changed', targets.slice(0, 2))).toEqual(targets.slice(0, 2))
  const states = Object.fromEntries(
    (await reviewOf(services, admin, game.id)).map(({ id, status }) => [id, status])
  )
  expect(states).toEqual({
    [first!]: 'Suspended',
    [second!]: 'Suspended',
    [third!]: 'Rejected',
    [fourth!]: 'Suspended'
  })
})

it('registrations get a division together, with an entry for those on the board alone', async () => {
  const { services, admin } = domain
  const game = await domain.game({ organizations: ['Open', 'Uni'] })
  const other = await inStatus(domain, 'Accepted')
  const teams = [await domain.team(), await domain.team(), await domain.team()]
  for (const { captain, id } of teams)
    await services.participations.join(domain.as(captain), game, { teamId: id, organization: 'Open' })
  const ids = (await reviewOf(services, admin, game)).map(({ id }) => id)
  await services.participations.setStatus(admin, ids[0]!, 'Accepted')
  await services.participations.change(admin, ids[2]!, { organization: 'Uni' })
  const before = (await ledger(domain, game)).length
  await refused(
    services.participations.setDivisions(admin, game, ids, 'Nowhere'),
    'game.organization_invalid',
    400
  )
  await refused(
    services.participations.setDivisions(domain.as(null), game, ids, 'Uni'),
    'auth.login_required',
    401
  )
  const outcome = await services.participations.setDivisions(admin, game, [...ids, other.id], 'Uni')
  expect(outcome).toEqual({
    ...{ done: 3, same: 1 },
    refused: [{ id: other.id, code: 'participation.not_found' }]
  })
  const rows = await reviewOf(services, admin, game)
  expect(rows.map(({ organization }) => organization)).toEqual(['Uni', 'Uni', 'Uni'])
  expect((await ledger(domain, game)).slice(before).map(([kind, id]) => [kind, id])).toEqual([
    ['division', ids[0]]
  ])
  const targets = ids.slice(0, 2).map((id) => `participation:${id}`)
  expect(await audited('participation_division_changed', targets)).toEqual(targets)
})

it('two administrators who decide the same rows at once leave each row with one decision and one entry', async () => {
  const { services, admin } = domain
  const game = await playGame(domain.stores.db, { teams: 3 })
  const ids = game.teams.map(({ participationId }) => participationId)
  const before = (await ledger(domain, game.id)).length
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => services.participations.setStatuses(admin, game.id, [...ids].reverse(), 'Suspended'))
  )
  expect(outcomes.map(({ done }) => done)).toEqual([3, 3, 3])
  expect((await ledger(domain, game.id)).slice(before)).toHaveLength(3)
})

it('challenges are enabled together, and one that cannot be does not stop the others', async () => {
  const { services, admin, stores } = domain
  const game = await playGame(stores.db, { challenges: 3 })
  const bare = await services.challenges.create(admin, game.id, {
    title: 'Without a flag',
    category: 'Web',
    type: 'StaticAttachment'
  })
  const ids = game.challenges.map(({ id }) => id)
  expect(await services.challenges.setEnabled(admin, game.id, ids, false)).toEqual({ done: 3, refused: [] })
  const outcome = await services.challenges.setEnabled(
    admin,
    game.id,
    [ids[0]!, bare.id!, ids[1]!, 2 ** 31 - 1],
    true
  )
  expect(outcome).toEqual({
    done: 2,
    refused: [
      { id: bare.id, code: 'challenge.no_flag' },
      { id: 2 ** 31 - 1, code: 'challenge.not_found' }
    ]
  })
  const { rows } = await stores.db.pool.query<{ id: number }>(
    'SELECT id FROM challenges WHERE game_id = $1 AND enabled ORDER BY id',
    [game.id]
  )
  expect(rows.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  expect(await audited('challenge_updated', [`challenge:${ids[0]}`])).toHaveLength(2)
  expect(await audited('challenge_updated', [`challenge:${bare.id}`])).toEqual([])
  const notices = await services.notices.list(admin, game.id, { count: 100, skip: 0 })
  // Players had seen them, so they are not new.
  expect(notices.filter(({ type }) => type === 'NewChallenge')).toEqual([])
  expect(await services.challenges.setEnabled(admin, game.id, ids.slice(0, 2), true)).toEqual({
    done: 2,
    same: 2,
    refused: []
  })
  expect(await audited('challenge_updated', [`challenge:${ids[0]}`])).toHaveLength(2)
})

it('bulk changes are for administrators, and for existing games', async () => {
  const { services, admin, as, users } = domain
  const gameId = await domain.game({
    start: new Date(Date.now() - HOUR_MS),
    end: new Date(Date.now() + HOUR_MS)
  })
  const [monitor] = await users(1, 'Monitor')
  for (const ctx of [as(monitor!, { role: 'Monitor' }), as(monitor!)]) {
    await refused(services.participations.setStatuses(ctx, gameId, [1], 'Accepted'), 'auth.forbidden', 403)
    await refused(services.challenges.setEnabled(ctx, gameId, [1], true), 'auth.forbidden', 403)
    await refused(services.challenges.setPoints(ctx, gameId, [1], { difficulty: 2 }), 'auth.forbidden', 403)
    await refused(services.challenges.removeAll(ctx, gameId, [1]), 'auth.forbidden', 403)
    await refused(services.challenges.selected(ctx, gameId, [1]), 'auth.forbidden', 403)
  }
  await refused(
    services.participations.setStatuses(as(null), gameId, [1], 'Accepted'),
    'auth.login_required',
    401
  )
  await refused(services.challenges.setEnabled(admin, 2 ** 31 - 1, [1], true), 'game.not_found', 404)
})

/** The game's ledger entries about challenges, without the first `after` ones. */
const ofChallenges = async (gameId: number, after: number) =>
  (await readEntries(domain.stores.db.pool, gameId, after, 1000)).flatMap((event) =>
    'challengeId' in event ? [[event.kind, event.challengeId]] : []
  )

const lengthOf = async (gameId: number) => (await readEntries(domain.stores.db.pool, gameId, 0, 1000)).length

it('points are set together; missing and refused ones stay', async () => {
  const { services, admin, stores } = domain
  const game = await playGame(stores.db, { teams: 1, challenges: 3 })
  const other = await playGame(stores.db, { challenges: 1 })
  const [first, second, third] = game.challenges.map(({ id }) => id)
  await services.challenges.update(admin, game.id, second!, { originalScore: 300, difficulty: 9 })
  const before = await lengthOf(game.id)
  const ids = [first!, second!, second!, other.challenges[0]!.id]
  expect(await services.challenges.setPoints(admin, game.id, ids, { minScoreRate: 0.5 })).toEqual({
    done: 2,
    refused: [{ id: other.challenges[0]!.id, code: 'challenge.not_found' }]
  })
  const { rows } = await stores.db.pool.query(
    `SELECT id, original_score AS score, min_score_rate AS rate, difficulty FROM challenges
     WHERE id = ANY($1) ORDER BY id`,
    [[first, second, third, other.challenges[0]!.id]]
  )
  expect(rows.map(({ score, rate, difficulty }) => [score, rate, difficulty])).toEqual([
    [1000, 0.5, 5],
    [300, 0.5, 9],
    [1000, 0.25, 5],
    [1000, 0.25, 5]
  ])
  expect(await ofChallenges(game.id, before)).toEqual([
    ['curve', first],
    ['curve', second]
  ])
})

it('challenges are deleted together, and the consequences are listed before', async () => {
  const { services, admin, stores } = domain
  const game = await playGame(stores.db, { teams: 3, challenges: 3 })
  const [first, second, third] = game.challenges
  const [one, two] = game.teams
  await sendFlags(stores.db, game, [
    { team: one!, challenge: first! },
    { team: two!, challenge: first!, answer: 'flag{no}' },
    { team: one!, challenge: second! }
  ])
  await judge(stores.db, game.id)
  await stores.db.pool.query(
    `INSERT INTO instances (id, game_id, challenge_id, participation_id, kind, spec, memory_mb, cpu, lifetime, operated_at,
       requested_at)
     VALUES (gen_random_uuid(), $1, $2, $3, 'team', '{}', 64, 1, 60, now(), now())`,
    [game.id, first!.id, one!.participationId]
  )
  const ids = [first!.id, third!.id, 2 ** 31 - 1]
  const { challenges } = await services.challenges.selected(admin, game.id, ids)
  expect(
    challenges.map(({ id, solves, submissions, instances }) => [id, solves, submissions, instances])
  ).toEqual([
    [first!.id, 1, 2, 1],
    [third!.id, 0, 0, 0]
  ])
  const before = await lengthOf(game.id)
  // Of two administrators at once, one deletes and the other finds nothing; the ledger has one entry each.
  const outcomes = await Promise.all([1, 2].map(() => services.challenges.removeAll(admin, game.id, ids)))
  expect(outcomes.map(({ done }) => done).sort()).toEqual([0, 2])
  expect(await ofChallenges(game.id, before)).toEqual([
    ['close', first!.id],
    ['close', third!.id]
  ])
  const left = await services.challenges.editList(admin, game.id)
  expect(left.map(({ id, acceptedCount }) => [id, acceptedCount])).toEqual([[second!.id, 1]])
  expect(await audited('challenge_deleted', [`challenge:${first!.id}`])).toHaveLength(1)
  const { rows } = await stores.db.pool.query(`SELECT desired FROM instances WHERE game_id = $1`, [game.id])
  expect(rows).toEqual([{ desired: 'down' }])
})

it('a text is replaced in the descriptions of the chosen challenges, each a version, and nowhere else', async () => {
  const { services, admin, stores } = domain
  const [game, other] = [await playGame(stores.db, { challenges: 4 }), await playGame(stores.db)]
  const texts = ['nc HOST PORT', 'nc LOCALHOST', `HOST${'x'.repeat(262_140)}`, 'HOST']
  const ids = game.challenges.map(({ id }) => id)
  for (const [place, id] of ids.entries())
    await services.challenges.update(admin, game.id, id, { content: texts[place]! })
  const foreign = other.challenges[0]!.id
  await services.challenges.update(admin, other.id, foreign, { content: 'HOST' })
  const search = { find: 'HOST', whole: true }
  const found = await services.challenges.findText(admin, game.id, search)
  expect(found).toEqual([
    expect.objectContaining({ id: ids[0], count: 1, hits: [{ before: 'nc ', after: ' PORT' }] }),
    expect.objectContaining({ id: ids[3], count: 1, hits: [{ before: '', after: '' }] })
  ])
  const loose = { find: 'HOST', whole: false }
  expect((await services.challenges.findText(admin, game.id, loose)).map(({ id }) => id)).toEqual(ids)
  const { captain } = await domain.team()
  await refused(services.challenges.findText(domain.as(captain), game.id, search), 'auth.forbidden', 403)
  const change = { ...loose, replace: '$& chal.example.org' }
  await refused(
    services.challenges.replaceText(domain.as(captain), game.id, ids, change),
    'auth.forbidden',
    403
  )
  const chosen = [...ids.slice(0, 3), foreign]
  expect(await services.challenges.replaceText(admin, game.id, chosen, change)).toEqual({
    done: 2,
    refused: [
      { id: ids[2], code: 'field.text_too_long' },
      { id: foreign, code: 'challenge.not_found' }
    ]
  })
  const { rows } = await stores.db.pool.query<{ content: string; versions: number }>(
    `SELECT left(content, 40) AS content, (SELECT count(*)::int FROM challenge_versions v WHERE v.challenge_id = c.id) AS versions
     FROM challenges c WHERE id = ANY($1) ORDER BY id`,
    [[...ids, foreign]]
  )
  expect(rows.map(({ content }) => content)).toEqual([
    'nc $& chal.example.org PORT',
    'nc LOCAL$& chal.example.org',
    texts[2]!.slice(0, 40),
    'HOST',
    'HOST'
  ])
  const [changed, , kept] = rows.map(({ versions }) => versions)
  expect(changed! - kept!).toBe(1)
})

it('before several are enabled, the page lists what is missing and their resources together', async () => {
  const { services, admin, stores } = domain
  const game = await playGame(stores.db, { teams: 3, challenges: 3 })
  const [pool, web, heavy] = game.challenges
  const ids = [pool!.id, web!.id, heavy!.id]
  const sql = (text: string, values: unknown[]) => stores.db.pool.query(text, values)
  await sql('UPDATE challenges SET enabled = false WHERE game_id = $1', [game.id])
  await sql("UPDATE challenges SET type = 'DynamicAttachment' WHERE id = $1", [pool!.id])
  await sql(
    "UPDATE challenges SET type = 'StaticContainer', memory_limit = 84, cpu_count = 1 WHERE id = $1",
    [web!.id]
  )
  await sql(
    `UPDATE challenges SET type = 'DynamicContainer', memory_limit = 184, cpu_count = 1, container_image = 'tide/heavy:1'
     WHERE id = $1`,
    [heavy!.id]
  )
  const none = await services.challenges.selected(admin, game.id, ids)
  expect(none.room).toBeNull()
  expect(none.challenges.map(({ hasFlag, stock, image }) => [hasFlag, stock, image?.state])).toEqual([
    [true, { files: 1, teams: 3 }, undefined],
    [true, null, 'missing'],
    [true, null, 'wanted']
  ])
  await sql(
    `INSERT INTO engines (address, state, guard, memory_mb, cpu, places)
     VALUES ('unix:///nowhere', 'up', 'guarded', 600, 40, 40)`,
    []
  )
  const room = async (limit: number) => {
    await sql('UPDATE games SET container_limit = $2 WHERE id = $1', [game.id, limit])
    return (await services.challenges.selected(admin, game.id, ids)).room
  }
  expect(await room(0)).toEqual({ fit: 2, teams: 3 })
  expect(await room(2)).toEqual({ fit: 2, teams: 3 })
  expect(await room(1)).toEqual({ fit: 3, teams: 3 })
  await sql('UPDATE engines SET draining = true', [])
  expect(await room(0)).toBeNull()
})

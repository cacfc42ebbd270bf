import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ParticipationStatus,
  type ReviewFilter,
  STORED_STATUSES,
  type StoredStatus
} from '~/server/participations/contract'
import { HOUR_MS } from '~/server/platform/time'
import { changeGame, inStatus, ledger, only, reviewOf } from '../../support/accounts/registrations'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'

let domain: Domain

beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

describe('review', () => {
  const allowed = new Set([
    'Pending Accepted',
    'Pending Rejected',
    'Accepted Suspended',
    'Accepted Rejected',
    'Suspended Accepted',
    'Suspended Rejected'
  ])
  const targets: ParticipationStatus[] = [...STORED_STATUSES, 'Unsubmitted']
  const cases = STORED_STATUSES.flatMap((from) => targets.map((to) => [from, to] as const))

  it.each(cases)('changes %s to %s or refuses it by the table', async (from, to) => {
    const { services, admin } = domain
    const { gameId, id } = await inStatus(domain, from)
    const before = await ledger(domain, gameId)
    const change = services.participations.setStatus(admin, id, to)
    const possible = allowed.has(`${from} ${to}`)
    if (possible || from === to) await change
    else await refused(change, 'participation.transition_not_allowed', 400)
    expect((await only(domain, gameId)).status).toBe(possible ? to : from)
    const added = (await ledger(domain, gameId)).slice(before.length).map(([kind]) => kind)
    const expected: Record<string, string> = {
      'Pending Accepted': 'admit',
      'Accepted Suspended': 'suspend',
      'Accepted Rejected': 'withdraw',
      'Suspended Accepted': 'restore',
      'Suspended Rejected': 'withdraw'
    }
    expect(added).toEqual([expected[`${from} ${to}`] ?? []].flat())
  })

  it('keeps the reason in the audit, of one team and of many', async () => {
    const { services, admin } = domain
    const { gameId, id } = await inStatus(domain, 'Accepted')
    const audited = async () => {
      const { rows } = await domain.stores.db.pool.query<{ after: object }>(
        `SELECT after FROM audit_events WHERE action = 'participation_status_changed' AND target = $1 ORDER BY id DESC LIMIT 1`,
        [`participation:${id}`]
      )
      return rows[0]!.after
    }
    await services.participations.change(admin, id, { status: 'Suspended', reason: 'Shared a flag' })
    expect(await audited()).toEqual({ status: 'Suspended', reason: 'Shared a flag' })
    await services.participations.setStatuses(admin, gameId, [id], 'Rejected', 'Twice')
    expect(await audited()).toEqual({ status: 'Rejected', reason: 'Twice' })
  })

  it('by two administrators at once counts once', async () => {
    const { services, admin } = domain
    const { gameId, id } = await inStatus(domain, 'Pending')
    await Promise.all([1, 2, 3].map(() => services.participations.setStatus(admin, id, 'Accepted')))
    expect((await ledger(domain, gameId)).map(([kind]) => kind)).toEqual(['admit'])
    const { gameId: second, id: contested } = await inStatus(domain, 'Pending')
    const { done, codes } = await outcomes([
      services.participations.setStatus(admin, contested, 'Accepted'),
      services.participations.setStatus(admin, contested, 'Rejected')
    ])
    // Accepted may be rejected, but not the reverse, so both orders end here.
    expect((await only(domain, second)).status).toBe('Rejected')
    const kinds = (await ledger(domain, second)).map(([kind]) => kind)
    if (done === 2) expect(kinds).toEqual(['admit', 'withdraw'])
    else expect([done, codes, kinds]).toEqual([1, ['participation.transition_not_allowed'], []])
  })

  it('is audited with its actor', async () => {
    const { admin, stores } = domain
    const { id } = await inStatus(domain, 'Accepted')
    const { rows } = await stores.db.pool.query(
      `SELECT actor_id, action, before, after FROM audit_events WHERE target = $1`,
      [`participation:${id}`]
    )
    const entry = {
      action: 'participation_status_changed',
      before: { status: 'Pending' },
      after: { status: 'Accepted' }
    }
    expect(rows).toEqual([{ actor_id: admin.actor!.id, ...entry }])
  })

  it('is for administrators only', async () => {
    const { services, as } = domain
    const { gameId, id, team } = await inStatus(domain, 'Pending')
    const { setStatus } = services.participations
    for (const role of ['User', 'Monitor'] as const) {
      await refused(setStatus(as(team.captain, { role }), id, 'Accepted'), 'auth.forbidden', 403)
      await refused(reviewOf(services, as(team.captain, { role }), gameId), 'auth.forbidden', 403)
    }
    await refused(setStatus(as(null), id, 'Accepted'), 'auth.login_required', 401)
    await refused(setStatus(domain.admin, 999_999, 'Accepted'), 'participation.not_found', 404)
    const error = await refused(reviewOf(services, domain.admin, 999_999), 'game.not_found', 404)
    expect(error.bodyStatus).toBe(400)
  })
})

describe('a division', () => {
  const divided = { organizations: ['one', 'two'] }
  const divisionEvents = async (gameId: number) =>
    (await ledger(domain, gameId)).filter(([kind]) => kind === 'division')

  it.each(STORED_STATUSES)('is changed by an administrator while %s', async (status) => {
    const { services, admin, as, stores } = domain
    const { gameId, id, team } = await inStatus(domain, status, divided)
    await services.participations.change(admin, id, { organization: 'two' })
    expect(await only(domain, gameId)).toMatchObject({ status, organization: 'two' })
    expect(await services.games.one(as(team.captain), gameId)).toMatchObject({ organization: 'two' })
    const onBoard = status === 'Accepted' || status === 'Suspended'
    expect(await divisionEvents(gameId)).toEqual(onBoard ? [['division', id, { division: 'two' }]] : [])
    const { rows } = await stores.db.pool.query(
      `SELECT before, after FROM audit_events WHERE target = $1 AND action = 'participation_division_changed'`,
      [`participation:${id}`]
    )
    expect(rows).toEqual([{ before: { division: 'one' }, after: { division: 'two' } }])
  })

  it('and status change together or not at all', async () => {
    const { services, admin } = domain
    const { change } = services.participations
    const { gameId, id } = await inStatus(domain, 'Pending', divided)
    const [good, bad] = [{ organization: 'two' }, { organization: 'three' }]
    await refused(change(admin, id, { status: 'Suspended', ...good }), 'participation.transition_not_allowed')
    await refused(change(admin, id, { status: 'Accepted', ...bad }), 'game.organization_invalid', 400)
    await refused(change(admin, id, { status: 'Accepted', organization: null }), 'game.organization_invalid')
    expect(await only(domain, gameId)).toMatchObject({ status: 'Pending', organization: 'one' })
    await change(admin, id, { status: 'Accepted', ...good })
    expect(await ledger(domain, gameId)).toEqual([['admit', id, { division: 'two' }]])
    await change(admin, id, {})
    expect(await only(domain, gameId)).toMatchObject({ status: 'Accepted', organization: 'two' })
  })

  it('that was removed from the game stays until it is changed', async () => {
    const { services, admin } = domain
    const { gameId, id } = await inStatus(domain, 'Accepted', divided)
    await changeGame(domain, gameId, { organizations: ['three'] })
    await services.participations.change(admin, id, { status: 'Suspended', organization: 'one' })
    expect(await only(domain, gameId)).toMatchObject({ status: 'Suspended', organization: 'one' })
    await refused(
      services.participations.change(admin, id, { organization: 'two' }),
      'game.organization_invalid'
    )
    await services.participations.change(admin, id, { organization: 'three' })
    await changeGame(domain, gameId, { organizations: [] })
    await refused(
      services.participations.change(admin, id, { organization: 'two' }),
      'game.organization_invalid'
    )
    await services.participations.change(admin, id, { organization: null })
    expect((await only(domain, gameId)).organization).toBeNull()
  })
})

describe('many at once', () => {
  it('are accepted if they are pending and of this game, each with its entries', async () => {
    const { services, as, admin, stores } = domain
    const { acceptWaiting, join, setStatus } = services.participations
    const gameId = await domain.game()
    const teams = await Promise.all(Array.from({ length: 4 }, () => domain.team()))
    // In the order of the review.
    teams.sort((one, other) => one.id - other.id)
    for (const { id, captain } of teams) await join(as(captain), gameId, { teamId: id })
    const [a, b, c, d] = (await reviewOf(services, admin, gameId)).map(({ id }) => id) as [
      number,
      number,
      number,
      number
    ]
    await setStatus(admin, b, 'Rejected')
    const foreign = await inStatus(domain, 'Pending')
    const { captain } = teams[0]!
    expect(await services.games.one(as(captain), gameId)).toMatchObject({ status: 'Pending' })
    const [first, second] = await Promise.all([
      acceptWaiting(admin, gameId, [a, b, c, foreign.id, 999_999]),
      acceptWaiting(admin, gameId, [c, a])
    ])
    expect(first + second).toBe(2)
    expect((await reviewOf(services, admin, gameId)).map(({ id, status }) => [id, status])).toEqual([
      [a, 'Accepted'],
      [b, 'Rejected'],
      [c, 'Accepted'],
      [d, 'Pending']
    ])
    expect((await only(domain, foreign.gameId)).status).toBe('Pending')
    expect(await services.games.one(as(captain), gameId)).toMatchObject({ status: 'Accepted' })
    const admitted = (await ledger(domain, gameId)).map(([kind, id]) => `${kind} ${id}`)
    expect(admitted.sort()).toEqual([`admit ${a}`, `admit ${c}`].sort())
    const { rows } = await stores.db.pool.query('SELECT 1 FROM audit_events WHERE target = ANY($1)', [
      [a, c, d].map((id) => `participation:${id}`)
    ])
    expect(rows).toHaveLength(2)
    for (const role of ['User', 'Monitor'] as const)
      await refused(acceptWaiting(as(captain, { role }), gameId, [d]), 'auth.forbidden', 403)
    await refused(acceptWaiting(admin, 999_999, [d]), 'game.not_found', 404)
  })
})

describe('the play guard', () => {
  const at = async (gameId: number, offset: number, edge: 'start' | 'end') => {
    const game = await domain.services.games.info(gameId)
    return new Date(game[edge].getTime() + offset)
  }

  it('admits by the rules, in their order', async () => {
    const { services, as } = domain
    const { guardPlay } = services.participations
    const { gameId, id, team } = await inStatus(domain, 'Accepted')
    const [stranger] = await domain.users(1)
    await refused(guardPlay(as(null), gameId), 'auth.login_required', 401)
    await refused(guardPlay(as(team.captain), 999_999), 'game.not_found', 404)
    await refused(guardPlay(as(stranger!), gameId), 'game.not_participating', 400)
    const play = await guardPlay(as(team.captain), gameId)
    expect(play).toMatchObject({ participationId: id, teamId: team.id, division: null })
    for (const status of ['Pending', 'Rejected', 'Suspended'] as const) {
      const barred = await inStatus(domain, status)
      const ctx = as(barred.team.captain, { now: await at(barred.gameId, -1, 'start') })
      await refused(guardPlay(ctx, barred.gameId), 'participation.not_accepted', 400)
    }
  })

  it('uses the half-open interval', async () => {
    const { services, as } = domain
    const { guardPlay } = services.participations
    const { gameId, team } = await inStatus(domain, 'Accepted', { practiceMode: false })
    const guard = (now: Date, options = {}) => guardPlay(as(team.captain, { now }), gameId, options)
    const early = await refused(guard(await at(gameId, -1, 'start')), 'game.not_started', 400)
    expect(early.bodyStatus).toBe(10001)
    await guard(await at(gameId, 0, 'start'))
    await guard(await at(gameId, -1, 'end'))
    const late = await refused(guard(await at(gameId, 0, 'end')), 'game.ended', 400)
    expect(late.bodyStatus).toBe(10002)
    await guard(await at(gameId, 0, 'end'), { afterEnd: true })
    const practice = await inStatus(domain, 'Accepted')
    const now = await at(practice.gameId, HOUR_MS, 'end')
    await guardPlay(as(practice.team.captain, { now }), practice.gameId)
  })

  it('replies from memory, and knows of a suspension at once', async () => {
    const { services, as, admin, stores } = domain
    const { gameId, id, team } = await inStatus(domain, 'Accepted')
    const { guardPlay, setStatus } = services.participations
    const { pool } = stores.db
    const query = pool.query
    let queries = 0
    pool.query = ((...args: Parameters<typeof query>) => {
      queries++
      return query.apply(pool, args)
    }) as typeof query
    const queriesOfOne = async () => {
      queries = 0
      await guardPlay(as(team.captain), gameId)
      return queries
    }
    expect(await queriesOfOne()).toBeGreaterThan(0)
    // The message from Redis invalidates the same once more.
    await expect.poll(queriesOfOne).toBe(0)
    pool.query = query
    await setStatus(admin, id, 'Suspended')
    await refused(guardPlay(as(team.captain), gameId), 'participation.not_accepted')
    await setStatus(admin, id, 'Accepted')
    await guardPlay(as(team.captain), gameId)
  })

  it('knows at once in which games a player plays, also after a first look', async () => {
    const { services, as, admin } = domain
    const { gameId, id, team } = await inStatus(domain, 'Pending')
    const other = await domain.game()
    const plays = async () => [...(await services.games.playing(as(team.captain), [other, gameId]))]
    const { setStatus } = services.participations
    expect(await plays()).toEqual([])
    for (const [status, games] of [
      ['Accepted', [gameId]],
      ['Suspended', []],
      ['Accepted', [gameId]],
      ['Rejected', []]
    ] as const) {
      // A look that nothing invalidates is kept.
      await plays()
      await setStatus(admin, id, status)
      expect(await plays()).toEqual(games)
    }
  })
})

describe('a part of the list', () => {
  const all: ReviewFilter = { search: '', status: null, division: null }
  const whole = { count: 50, skip: 0 }

  /** A game with five registrations; `found` returns their indices in list order. */
  const five = async () => {
    const { services, admin, as, stores } = domain
    const gameId = await domain.game({ organizations: ['Open', 'Students'] })
    const names = ['Copy That', 'Öresund', 'Dry Dock', '50 % _off', 'Nope']
    const teams: { id: number; captain: { id: string; name: string } }[] = []
    for (const [place, name] of names.entries()) {
      const team = await domain.team()
      teams.push(team)
      await stores.db.pool.query('UPDATE teams SET name = $2 WHERE id = $1', [team.id, name])
      const person = [`Ánna ${name}`, `S-${place}`, team.captain.id]
      await stores.db.pool.query('UPDATE users SET real_name = $1, std_number = $2 WHERE id = $3', person)
      const organization = place === 1 ? 'Students' : 'Open'
      await services.participations.join(as(team.captain), gameId, { teamId: team.id, organization })
    }
    const rows = await reviewOf(services, admin, gameId)
    const place = (teamId: number) => teams.findIndex(({ id }) => id === teamId)
    const ids = teams.map(({ id }) => rows.find(({ team }) => team.id === id)!.id)
    const move = (index: number, status: StoredStatus) =>
      services.participations.setStatus(admin, ids[index]!, status)
    await move(0, 'Accepted')
    await move(0, 'Suspended')
    await move(2, 'Accepted')
    await move(4, 'Rejected')
    const found = async (filter: Partial<ReviewFilter>, part = whole) => {
      const page = await services.participations.reviewPage(admin, gameId, { ...all, ...filter }, part)
      return { places: page.data.map(({ team }) => place(team.id)), total: page.total }
    }
    return { gameId, ids, teams, found }
  }

  it('has pending ones first, filtered, searched and cut by the database', async () => {
    const { gameId, ids, teams, found } = await five()
    expect(await found({})).toEqual({ places: [1, 3, 2, 0, 4], total: 5 })
    expect(await found({}, { count: 2, skip: 1 })).toEqual({ places: [3, 2], total: 5 })
    expect(await found({}, { count: 2, skip: 9 })).toEqual({ places: [], total: 5 })
    expect((await found({ status: 'Pending' })).places).toEqual([1, 3])
    expect((await found({ status: 'Pending', division: 'Open' })).places).toEqual([3])
    expect((await found({ division: 'Closed' })).places).toEqual([])
    const searches: [string, number[]][] = [
      ['oresund', [1]],
      [' ÖRE ', [1]],
      ['anna dry', [2]],
      [teams[3]!.captain.name.toUpperCase(), [3]],
      [`${teams[4]!.captain.name}@`, [4]],
      ['s-0', [0]],
      ['% _', [3]],
      ['zzz', []]
    ]
    for (const [search, places] of searches)
      expect([search, (await found({ search })).places]).toEqual([search, places])

    // A short number may be part of a name too.
    expect((await found({ search: String(teams[2]!.id) })).places).toContain(2)

    const { reviewSummary } = domain.services.participations
    const counts = { Pending: 2, Accepted: 1, Suspended: 1, Rejected: 1 }
    expect(await reviewSummary(domain.admin, gameId, all)).toEqual({
      waiting: [ids[1], ids[3]],
      counts,
      divisions: ['Open', 'Students']
    })
    const some = await reviewSummary(domain.admin, gameId, { ...all, search: 'oresund' })
    expect(some).toMatchObject({ waiting: [ids[1]], counts })
    const none = await reviewSummary(domain.admin, gameId, { ...all, status: 'Accepted' })
    expect(none).toMatchObject({ waiting: [], counts })
  })

  it('is for administrators only', async () => {
    const { gameId, teams } = await five()
    const { reviewPage, reviewSummary } = domain.services.participations
    const monitor = domain.as({ ...teams[0]!.captain }, { role: 'Monitor' })
    await refused(reviewPage(monitor, gameId, all, whole), 'auth.forbidden', 403)
    await refused(reviewSummary(monitor, gameId, all), 'auth.forbidden', 403)
    await refused(reviewPage(domain.admin, 999_999, all, whole), 'game.not_found', 404)
    await refused(reviewSummary(domain.admin, 999_999, all), 'game.not_found', 404)
  })
})

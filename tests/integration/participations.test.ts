import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GameInput } from '~/server/games/contract'
import { read } from '~/server/ledger'
import {
  type ParticipationInfo,
  type ParticipationStatus,
  STORED_STATUSES,
  type StoredStatus
} from '~/server/participations/contract'
import { type Domain, HOUR, openDomain, outcomes, refused } from '../support/domain'

let domain: Domain

beforeAll(async () => {
  domain = await openDomain(3)
})
afterAll(() => domain.close())

const past = () => new Date(Date.now() - HOUR)

async function only(gameId: number): Promise<ParticipationInfo> {
  const rows = await domain.services.participations.review(domain.admin, gameId)
  expect(rows).toHaveLength(1)
  return rows[0]!
}

/** Ledger entries about participations, without their times. */
async function ledger(gameId: number) {
  const events = await read(domain.stores.db.pool, gameId, 0, 1000)
  return events.flatMap((event) => {
    if (!('participationId' in event)) return []
    return [[event.kind, event.participationId, 'payload' in event ? event.payload : null]]
  })
}

/** A registration brought into the status. */
async function inStatus(status: StoredStatus, input: Partial<GameInput> = {}) {
  const { services, as, admin } = domain
  const gameId = await domain.game(input)
  const team = await domain.team()
  await services.participations.join(as(team.captain), gameId, { teamId: team.id })
  const { id } = await only(gameId)
  const way: Record<StoredStatus, ParticipationStatus[]> = {
    Pending: [],
    Accepted: ['Accepted'],
    Rejected: ['Rejected'],
    Suspended: ['Accepted', 'Suspended']
  }
  for (const step of way[status]) await services.participations.setStatus(admin, id, step)
  return { gameId, id, team }
}

describe('joining', () => {
  it('registers the team with its first member, pending', async () => {
    const { services, as } = domain
    const gameId = await domain.game()
    const { id: teamId, captain, members } = await domain.team(2)
    await services.participations.join(as(captain), gameId, { teamId, organization: 'ignored' })
    const row = await only(gameId)
    expect(row).toMatchObject({ status: 'Pending', organization: null, registeredMembers: [captain.id] })
    expect(row.team).toMatchObject({ id: teamId, captainId: captain.id, locked: false })
    expect(row.team.members?.map(({ userId }) => userId)).toEqual(members.map(({ id }) => id))
    expect(await services.games.one(as(captain), gameId)).toMatchObject({ status: 'Pending', teamCount: 1 })
    expect(await services.games.one(as(members[1]!), gameId)).toMatchObject({ status: 'Unsubmitted' })
    expect(await ledger(gameId)).toEqual([])
  })

  it('signs a token that the public key of the game proves', async () => {
    const { services, as } = domain
    const gameId = await domain.game({ acceptWithoutReview: true })
    const { id: teamId, captain } = await domain.team()
    await services.participations.join(as(captain), gameId, { teamId })
    const { token, game } = await services.participations.guardPlay(as(captain), gameId)
    const [id, signature] = token.split(':') as [string, string]
    const x = Buffer.from(game.publicKey, 'base64').toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    expect(Number(id)).toBe(teamId)
    expect(verify(null, Buffer.from(`HALYARD_TEAM_${teamId}`), key, Buffer.from(signature, 'base64'))).toBe(
      true
    )
  })

  it('accepts at once without review, and writes that into the ledger', async () => {
    const { services, as } = domain
    const gameId = await domain.game({ acceptWithoutReview: true, organizations: ['one', 'two'] })
    const { id: teamId, captain } = await domain.team()
    await services.participations.join(as(captain), gameId, { teamId, organization: 'two' })
    const { id, status } = await only(gameId)
    expect(status).toBe('Accepted')
    expect(await ledger(gameId)).toEqual([['admit', id, { division: 'two' }]])
  })

  it('lets one team keep the division of its first member', async () => {
    const { services, as } = domain
    const gameId = await domain.game({ organizations: ['one', 'two'] })
    const { id: teamId, members } = await domain.team(3)
    const [first, second, third] = members.map((member) => as(member))
    await services.participations.join(first!, gameId, { teamId, organization: 'one' })
    await services.participations.join(second!, gameId, { teamId, organization: 'two' })
    await services.participations.join(third!, gameId, { teamId })
    const row = await only(gameId)
    expect([row.organization, row.registeredMembers.length]).toEqual(['one', 3])
  })

  it('refuses in the order of the rules', async () => {
    const { services, as } = domain
    const { join } = services.participations
    const { id: teamId, captain } = await domain.team()
    const [stranger] = await domain.users(1)
    const wrong = { teamId: 999_999, inviteCode: 'no', organization: 'no' }
    const rules = { inviteCode: 'secret', organizations: ['one'] }
    const ended = { start: new Date(Date.now() - 2 * HOUR), end: past(), practiceMode: false }
    const over = await domain.game({ ...rules, ...ended })
    await refused(join(as(null), over, wrong), 'auth.login_required', 401)
    await refused(join(as(captain), 999_999, wrong), 'game.not_found', 404)
    expect((await refused(join(as(captain), over, wrong), 'game.ended', 400)).bodyStatus).toBe(10002)
    const gameId = await domain.game(rules)
    await refused(join(as(captain), gameId, wrong), 'game.invite_code_invalid', 400)
    await refused(join(as(captain), gameId, { ...wrong, inviteCode: null }), 'game.invite_code_invalid')
    const invited = { ...wrong, inviteCode: 'secret' }
    await refused(join(as(captain), gameId, invited), 'game.organization_invalid', 400)
    await refused(join(as(captain), gameId, { ...invited, teamId }), 'game.organization_invalid', 400)
    const divided = { ...invited, organization: 'one' }
    await refused(join(as(captain), gameId, divided), 'team.not_found', 404)
    await refused(join(as(stranger!), gameId, { ...divided, teamId }), 'game.not_team_member', 400)
    await join(as(captain), gameId, { ...divided, teamId })
    await refused(join(as(captain), gameId, { ...divided, teamId }), 'game.already_joined', 400)
  })

  it('works before the start, and after the end in practice mode', async () => {
    const { services, as } = domain
    const early = await domain.game({
      start: new Date(Date.now() + HOUR),
      end: new Date(Date.now() + 2 * HOUR)
    })
    const late = await domain.game({ start: new Date(Date.now() - 2 * HOUR), end: past() })
    const { id: teamId, captain } = await domain.team()
    for (const gameId of [early, late]) await services.participations.join(as(captain), gameId, { teamId })
  })

  it('never lets more than the limit in, whoever comes at once', async () => {
    const { services, as } = domain
    const gameId = await domain.game({ teamMemberCountLimit: 3, acceptWithoutReview: true })
    const { id: teamId, members } = await domain.team(20)
    const calls = members.map((member) => services.participations.join(as(member), gameId, { teamId }))
    const { done, codes } = await outcomes(calls)
    expect([done, codes]).toEqual([3, Array(17).fill('game.team_member_limit_exceeded')])
    const { id, registeredMembers } = await only(gameId)
    expect(registeredMembers).toHaveLength(3)
    expect(await ledger(gameId)).toEqual([['admit', id, { division: null }]])
  })

  it('gives one registration to twenty calls of one player, also for two teams', async () => {
    const { services, as } = domain
    const gameId = await domain.game()
    const own = await domain.team()
    const other = await domain.team()
    const code = await services.teams.invite(as(other.captain), other.id)
    await services.teams.accept(as(own.captain), code)
    const calls = Array.from({ length: 20 }, (_, n) =>
      services.participations.join(as(own.captain), gameId, { teamId: n % 2 ? own.id : other.id })
    )
    const { done, codes } = await outcomes(calls)
    expect([done, new Set(codes)]).toEqual([1, new Set(['game.already_joined'])])
    await only(gameId)
  })

  it('of many teams at once loses none', async () => {
    const { services, as, admin } = domain
    const gameId = await domain.game({ acceptWithoutReview: true })
    const teams = await Promise.all(Array.from({ length: 15 }, () => domain.team()))
    await Promise.all(
      teams.map(({ id, captain }) => services.participations.join(as(captain), gameId, { teamId: id }))
    )
    expect(await services.participations.review(admin, gameId)).toHaveLength(15)
    expect(await ledger(gameId)).toHaveLength(15)
  })

  it('leaves a suspended team suspended, even without review', async () => {
    const { services, as, admin } = domain
    const gameId = await domain.game({ acceptWithoutReview: true })
    const { id: teamId, members } = await domain.team(2)
    await services.participations.join(as(members[0]!), gameId, { teamId })
    const { id } = await only(gameId)
    await services.participations.setStatus(admin, id, 'Suspended')
    await services.participations.join(as(members[1]!), gameId, { teamId })
    expect((await only(gameId)).status).toBe('Suspended')
    expect((await ledger(gameId)).map(([kind]) => kind)).toEqual(['admit', 'suspend'])
  })

  it('again after a rejection keeps the row and chooses the division anew', async () => {
    const { services, as, admin } = domain
    const gameId = await domain.game({ organizations: ['one', 'two'] })
    const { id: teamId, members } = await domain.team(2)
    const [first, second] = members.map((member) => as(member))
    await services.participations.join(first!, gameId, { teamId, organization: 'one' })
    const { id } = await only(gameId)
    await services.participations.setStatus(admin, id, 'Rejected')
    await refused(services.participations.join(second!, gameId, { teamId }), 'game.organization_invalid')
    await services.participations.join(second!, gameId, { teamId, organization: 'two' })
    const row = await only(gameId)
    expect(row).toMatchObject({ id, status: 'Pending', organization: 'two' })
    expect(row.registeredMembers).toHaveLength(2)
    await refused(services.participations.join(first!, gameId, { teamId }), 'game.already_joined')
  })

  it('with another team after a rejection leaves the rejected one', async () => {
    const { services, as, admin } = domain
    const { gameId, team } = await inStatus('Rejected')
    const other = await domain.team()
    await services.teams.accept(as(team.captain), await services.teams.invite(as(other.captain), other.id))
    await services.participations.join(as(team.captain), gameId, { teamId: other.id })
    const rows = await services.participations.review(admin, gameId)
    expect(rows.map((row) => [row.team.id, row.status])).toEqual([[other.id, 'Pending']])
  })
})

describe('leaving', () => {
  it.each(['Pending', 'Rejected'] as const)('is free while %s; the last one out ends it', async (status) => {
    const { services, as, admin } = domain
    const { gameId, team } = await inStatus(status)
    await services.participations.leave(as(team.captain), gameId)
    expect(await services.participations.review(admin, gameId)).toEqual([])
    expect(await services.games.one(as(team.captain), gameId)).toMatchObject({
      status: 'Unsubmitted',
      teamCount: 0
    })
    await refused(services.participations.leave(as(team.captain), gameId), 'game.not_joined', 400)
  })

  it.each(['Accepted', 'Suspended'] as const)('is barred while %s', async (status) => {
    const { services, as } = domain
    const { gameId, team } = await inStatus(status)
    await refused(services.participations.leave(as(team.captain), gameId), 'game.leave_after_review', 400)
    await refused(services.participations.leave(as(null), gameId), 'auth.login_required', 401)
    await refused(services.participations.leave(as(team.captain), 999_999), 'game.not_found', 404)
  })

  it('keeps the others registered', async () => {
    const { services, as } = domain
    const gameId = await domain.game()
    const { id: teamId, members } = await domain.team(2)
    for (const member of members) await services.participations.join(as(member), gameId, { teamId })
    await services.participations.leave(as(members[0]!), gameId)
    expect((await only(gameId)).registeredMembers).toEqual([members[1]!.id])
  })

  it('and an acceptance at once never leave an accepted team without players', async () => {
    const { services, as, admin } = domain
    for (let round = 0; round < 10; round++) {
      const { gameId, id, team } = await inStatus('Pending')
      const left = services.participations.leave(as(team.captain), gameId)
      const accepted = services.participations.setStatus(admin, id, 'Accepted')
      const { done } = await outcomes([left, accepted])
      const rows = await services.participations.review(admin, gameId)
      expect(done).toBe(1)
      expect(rows.map(({ status, registeredMembers }) => [status, registeredMembers.length])).toEqual(
        rows.length === 0 ? [] : [['Accepted', 1]]
      )
    }
  })
})

describe('review', () => {
  const allowed = new Set([
    'Pending Accepted',
    'Pending Rejected',
    'Accepted Suspended',
    'Suspended Accepted'
  ])
  const targets: ParticipationStatus[] = [...STORED_STATUSES, 'Unsubmitted']
  const cases = STORED_STATUSES.flatMap((from) => targets.map((to) => [from, to] as const))

  it.each(cases)('%s to %s', async (from, to) => {
    const { services, admin } = domain
    const { gameId, id } = await inStatus(from)
    const before = await ledger(gameId)
    const change = services.participations.setStatus(admin, id, to)
    const possible = allowed.has(`${from} ${to}`)
    if (possible || from === to) await change
    else await refused(change, 'participation.transition_not_allowed', 400)
    expect((await only(gameId)).status).toBe(possible ? to : from)
    const added = (await ledger(gameId)).slice(before.length).map(([kind]) => kind)
    const expected: Record<string, string> = {
      'Pending Accepted': 'admit',
      'Accepted Suspended': 'suspend',
      'Suspended Accepted': 'restore'
    }
    expect(added).toEqual([expected[`${from} ${to}`] ?? []].flat())
  })

  it('by two administrators at once counts once', async () => {
    const { services, admin } = domain
    const { gameId, id } = await inStatus('Pending')
    await Promise.all([1, 2, 3].map(() => services.participations.setStatus(admin, id, 'Accepted')))
    expect((await ledger(gameId)).map(([kind]) => kind)).toEqual(['admit'])
    const { gameId: second, id: contested } = await inStatus('Pending')
    const { done, codes } = await outcomes([
      services.participations.setStatus(admin, contested, 'Accepted'),
      services.participations.setStatus(admin, contested, 'Rejected')
    ])
    expect([done, codes]).toEqual([1, ['participation.transition_not_allowed']])
    const { status } = await only(second)
    expect(await ledger(second)).toHaveLength(status === 'Accepted' ? 1 : 0)
  })

  it('is written down with who did it', async () => {
    const { admin, stores } = domain
    const { id } = await inStatus('Accepted')
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

  it('is for administrators', async () => {
    const { services, as } = domain
    const { gameId, id, team } = await inStatus('Pending')
    const { setStatus, review } = services.participations
    for (const role of ['User', 'Monitor'] as const) {
      await refused(setStatus(as(team.captain, { role }), id, 'Accepted'), 'auth.forbidden', 403)
      await refused(review(as(team.captain, { role }), gameId), 'auth.forbidden', 403)
    }
    await refused(setStatus(as(null), id, 'Accepted'), 'auth.login_required', 401)
    await refused(setStatus(domain.admin, 999_999, 'Accepted'), 'participation.not_found', 404)
    const error = await refused(review(domain.admin, 999_999), 'game.not_found', 404)
    expect(error.bodyStatus).toBe(400)
  })
})

describe('the play guard', () => {
  const at = async (gameId: number, offset: number, edge: 'start' | 'end') => {
    const game = await domain.services.games.info(gameId)
    return new Date(game[edge].getTime() + offset)
  }

  it('lets in what the rules let in, in their order', async () => {
    const { services, as } = domain
    const { guardPlay } = services.participations
    const { gameId, id, team } = await inStatus('Accepted')
    const [stranger] = await domain.users(1)
    await refused(guardPlay(as(null), gameId), 'auth.login_required', 401)
    await refused(guardPlay(as(team.captain), 999_999), 'game.not_found', 404)
    await refused(guardPlay(as(stranger!), gameId), 'game.not_participating', 400)
    const play = await guardPlay(as(team.captain), gameId)
    expect(play).toMatchObject({ participationId: id, teamId: team.id, division: null })
    for (const status of ['Pending', 'Rejected', 'Suspended'] as const) {
      const barred = await inStatus(status)
      const ctx = as(barred.team.captain, { now: await at(barred.gameId, -1, 'start') })
      await refused(guardPlay(ctx, barred.gameId), 'participation.not_accepted', 400)
    }
  })

  it('keeps to the half-open interval', async () => {
    const { services, as } = domain
    const { guardPlay } = services.participations
    const { gameId, team } = await inStatus('Accepted', { practiceMode: false })
    const guard = (now: Date, options = {}) => guardPlay(as(team.captain, { now }), gameId, options)
    const early = await refused(guard(await at(gameId, -1, 'start')), 'game.not_started', 400)
    expect(early.bodyStatus).toBe(10001)
    await guard(await at(gameId, 0, 'start'))
    await guard(await at(gameId, -1, 'end'))
    const late = await refused(guard(await at(gameId, 0, 'end')), 'game.ended', 400)
    expect(late.bodyStatus).toBe(10002)
    await guard(await at(gameId, 0, 'end'), { afterEnd: true })
    const practice = await inStatus('Accepted')
    const now = await at(practice.gameId, HOUR, 'end')
    await guardPlay(as(practice.team.captain, { now }), practice.gameId)
  })

  it('answers from memory, and notices a suspension at once', async () => {
    const { services, as, admin, stores } = domain
    const { gameId, id, team } = await inStatus('Accepted')
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
    // What was just forgotten is forgotten once more when the message comes back from Redis.
    await expect.poll(queriesOfOne).toBe(0)
    pool.query = query
    await setStatus(admin, id, 'Suspended')
    await refused(guardPlay(as(team.captain), gameId), 'participation.not_accepted')
    await setStatus(admin, id, 'Accepted')
    await guardPlay(as(team.captain), gameId)
  })
})

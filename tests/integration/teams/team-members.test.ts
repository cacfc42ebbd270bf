import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredStatus } from '~/server/participations/contract'
import { toAppError } from '~/server/platform/errors'
import { reviewOf } from '../../support/accounts/registrations'
import { type Domain, HOUR, openDomain, outcomes, refused } from '../../support/domain'
import type { Member } from '../../support/fixtures'
import { inOtherTransaction, lockIntake, waitForRowLocks } from '../../support/locks'

let domain: Domain

beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

type Crew = Awaited<ReturnType<Domain['team']>>

const rows = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await domain.stores.db.pool.query<T>(text, values)).rows

const memberIds = async (teamId: number) =>
  (await domain.services.teams.one(domain.as(null), teamId)).members?.map(({ id }) => id) ?? []

const registered = async (gameId: number) =>
  (
    await rows<{ id: string }>(
      'SELECT user_id AS id FROM registrations WHERE game_id = $1 ORDER BY created_at',
      gameId
    )
  ).map(({ id }) => id)

const statusOf = async (gameId: number, teamId: number) =>
  (
    await rows<{ status: StoredStatus }>(
      'SELECT status FROM participations WHERE game_id = $1 AND team_id = $2',
      gameId,
      teamId
    )
  )[0]?.status ?? null

/** Signs the team with these members up and brings its registration into the status. */
async function enter({ id, members }: Crew, status: StoredStatus, ended = false): Promise<number> {
  const { services, as, admin } = domain
  const gameId = await domain.game()
  for (const member of members) await services.participations.join(as(member), gameId, { teamId: id })
  const [row] = await reviewOf(services, admin, gameId)
  const way = { Pending: [], Accepted: [true], Rejected: [false], Suspended: [true, 'Suspended'] }[status]
  for (const step of way) {
    const to = step === 'Suspended' ? step : step ? 'Accepted' : 'Rejected'
    await services.participations.setStatus(admin, row!.id, to)
  }
  if (ended)
    await rows(
      `UPDATE games SET start_at = now() - interval '2 h', end_at = now() - interval '1 h' WHERE id = $1`,
      gameId
    )
  return gameId
}

/** Acts that a lock forbids, each by somebody who may do it otherwise. */
const ACTS: Record<string, (crew: Crew) => Promise<unknown>> = {
  leave: ({ id, members }) => domain.services.teams.leave(domain.as(members[1]!), id),
  kick: ({ id, captain, members }) => domain.services.teams.kick(domain.as(captain), id, members[1]!.id),
  transfer: ({ id, captain, members }) =>
    domain.services.teams.transfer(domain.as(captain), id, members[1]!.id),
  disband: ({ id, captain }) => domain.services.teams.disband(domain.as(captain), id)
}
/** Acts that a lock permits. */
const FREE: Record<string, (crew: Crew) => Promise<unknown>> = {
  edit: ({ id, captain }) => domain.services.teams.update(domain.as(captain), id, { name: 'Renamed' }),
  renew: ({ id, captain }) => domain.services.teams.renewInvite(domain.as(captain), id),
  async accept({ id, captain }) {
    const [guest] = await domain.users(1)
    const code = await domain.services.teams.invite(domain.as(captain), id)
    await domain.services.teams.accept(domain.as(guest!), code)
  }
}

type State = StoredStatus | 'none' | 'admin lock'
const LOCKS: [State, boolean, boolean][] = [
  // state, in a game that has ended, locked
  ['none', false, false],
  ['Pending', false, false],
  ['Rejected', false, false],
  ['Accepted', false, true],
  ['Suspended', false, true],
  ['Accepted', true, false],
  ['Suspended', true, false],
  ['admin lock', false, true]
]

describe.each(LOCKS)('a team that is %s (game ended: %s)', (state, ended, locked) => {
  const crew = async () => {
    const team = await domain.team(2)
    if (state === 'admin lock')
      await domain.services.teams.adminUpdate(domain.admin, team.id, { locked: true })
    else if (state !== 'none') await enter(team, state, ended)
    return team
  }

  it.each(Object.entries(ACTS))(locked ? 'bars %s' : 'allows %s', async (_name, act) => {
    const team = await crew()
    expect((await domain.services.teams.one(domain.as(null), team.id)).locked).toBe(locked)
    if (!locked) return void (await act(team))
    await refused(act(team), 'team.locked', 400)
    expect(await memberIds(team.id)).toEqual(team.members.map(({ id }) => id))
  })

  it('permits what concerns nobody else', async () => {
    const team = await crew()
    for (const act of Object.values(FREE)) await act(team)
    expect(await memberIds(team.id)).toHaveLength(3)
  })
})

describe('roles', () => {
  const calls = (id: number, userId: string): Record<string, (who: Member | null) => Promise<unknown>> => {
    const { teams } = domain.services
    const { as } = domain
    return {
      kick: (who) => teams.kick(as(who), id, userId),
      transfer: (who) => teams.transfer(as(who), id, userId),
      disband: (who) => teams.disband(as(who), id)
    }
  }

  it('let nobody but the captain kick, transfer or disband', async () => {
    const { id, members } = await domain.team(3)
    const other = await domain.team()
    const [stranger] = await domain.users(1)
    for (const call of Object.values(calls(id, members[1]!.id))) {
      await refused(call(null), 'auth.login_required', 401)
      for (const who of [stranger!, other.captain, members[2]!])
        await refused(call(who), 'team.captain_only', 403)
    }
    expect(await memberIds(id)).toHaveLength(3)
  })

  it('give a captain no access to another team', async () => {
    const mine = await domain.team(2)
    const theirs = await domain.team(2)
    const { teams } = domain.services
    const me = domain.as(mine.captain)
    await refused(teams.kick(me, mine.id, theirs.members[1]!.id), 'team.user_not_in_team', 400)
    await refused(teams.transfer(me, mine.id, theirs.members[1]!.id), 'team.user_not_in_team', 400)
    await refused(teams.transfer(me, mine.id, randomUUID()), 'team.new_captain_not_found', 400)
    await refused(teams.kick(me, theirs.id, theirs.members[1]!.id), 'team.captain_only', 403)
    await refused(teams.leave(me, theirs.id), 'team.leave_not_member', 400)
    expect(await memberIds(theirs.id)).toHaveLength(2)
  })

  it('are refused for a missing team as in the contract', async () => {
    const { captain } = await domain.team()
    const { kick, transfer, disband } = calls(999_999, captain.id)
    await refused(kick!(captain), 'team.not_found', 400)
    await refused(transfer!(captain), 'team.not_found', 400)
    await refused(disband!(captain), 'team.not_found', 404)
    await refused(domain.services.teams.leave(domain.as(captain), 999_999), 'team.not_found', 404)
  })

  it('keep the captain in the team until there is another', async () => {
    const { id, captain, members } = await domain.team(2)
    const { teams } = domain.services
    await refused(teams.leave(domain.as(captain), id), 'team.captain_stays', 400)
    await refused(teams.kick(domain.as(captain), id, captain.id), 'team.captain_stays', 400)
    await teams.transfer(domain.as(captain), id, members[1]!.id)
    await teams.leave(domain.as(captain), id)
    expect(await memberIds(id)).toEqual([members[1]!.id])
  })

  it('have one captain per team', async () => {
    const { id, captain } = await domain.team()
    const other = await domain.team()
    const { teams } = domain.services
    await teams.accept(domain.as(other.captain), await teams.invite(domain.as(captain), id))
    for (const target of [other.captain, captain])
      await refused(teams.transfer(domain.as(captain), id, target.id), 'team.new_captain_at_limit', 400)
    expect((await memberIds(id))[0]).toBe(captain.id)
  })
})

describe('a former member', () => {
  it.each(['leave', 'kick'])('loses open registrations of this team alone, by %s', async (act) => {
    const team = await domain.team(3)
    const gone = team.members[1]!
    const others = team.members.filter(({ id }) => id !== gone.id).map(({ id }) => id)
    const second = await domain.team()
    const { services, as } = domain
    await services.teams.accept(as(gone), await services.teams.invite(as(second.captain), second.id))
    const elsewhere = await domain.game()
    await services.participations.join(as(gone), elsewhere, { teamId: second.id })
    const open = await enter(team, 'Pending')
    const over = await enter(team, 'Accepted', true)
    await ACTS[act]!(team)
    expect(await memberIds(team.id)).toEqual(others)
    expect(await registered(open)).toEqual(others)
    expect(await registered(over)).toEqual(team.members.map(({ id }) => id))
    expect(await registered(elsewhere)).toEqual([gone.id])
    expect(await statusOf(open, team.id)).toBe('Pending')
  })

  it('takes the team out of games without other registered members', async () => {
    const { id, captain, members } = await domain.team(2)
    const { services, as } = domain
    const gameId = await domain.game()
    await services.participations.join(as(members[1]!), gameId, { teamId: id })
    expect((await services.games.one(as(captain), gameId)).teamCount).toBe(1)
    await services.teams.kick(as(captain), id, members[1]!.id)
    expect(await statusOf(gameId, id)).toBeNull()
    expect((await services.games.one(as(captain), gameId)).teamCount).toBe(0)
    await refused(
      services.participations.join(as(members[1]!), gameId, { teamId: id }),
      'game.not_team_member',
      400
    )
  })
})

describe('concurrent changes', () => {
  const ROUNDS = 8
  const each = async (round: () => Promise<void>) => {
    for (let n = 0; n < ROUNDS; n += 1) await round()
  }

  it('let one captain hand over once, and never to somebody who leaves', () =>
    each(async () => {
      const { id, captain, members } = await domain.team(3)
      const { teams } = domain.services
      const { codes } = await outcomes([
        teams.transfer(domain.as(captain), id, members[1]!.id),
        teams.transfer(domain.as(captain), id, members[2]!.id),
        teams.leave(domain.as(members[1]!), id),
        teams.kick(domain.as(captain), id, members[2]!.id)
      ])
      const allowed = [
        'team.captain_only',
        'team.captain_stays',
        'team.user_not_in_team',
        'team.leave_not_member'
      ]
      expect(codes.filter((code) => !allowed.includes(code))).toEqual([])
      const view = await teams.one(domain.as(null), id)
      expect(view.members?.filter((member) => member.captain)).toHaveLength(1)
    }))

  it('never make one member captain of two teams', () =>
    each(async () => {
      const [a, b] = [await domain.team(), await domain.team()]
      const [heir] = await domain.users(1)
      const { teams } = domain.services
      for (const { id, captain } of [a, b])
        await teams.accept(domain.as(heir!), await teams.invite(domain.as(captain), id))
      const made = [
        teams.transfer(domain.as(a.captain), a.id, heir!.id),
        teams.transfer(domain.as(b.captain), b.id, heir!.id),
        teams.create(domain.as(heir!), { name: 'Own' })
      ]
      const { done, codes } = await outcomes(made)
      expect(done).toBe(1)
      expect(codes.every((code) => /already_captain|new_captain_at_limit/.test(code))).toBe(true)
      expect(await rows('SELECT 1 FROM teams WHERE captain_id = $1', heir!.id)).toHaveLength(1)
    }))

  it('leave nothing of a member who is added and removed, or leaves and signs up', () =>
    each(async () => {
      const { id, captain, members } = await domain.team(2)
      const { teams, participations } = domain.services
      const gameId = await domain.game({ acceptWithoutReview: true })
      const member = members[1]!
      const code = await teams.invite(domain.as(captain), id)
      await outcomes([
        participations.join(domain.as(member), gameId, { teamId: id }),
        teams.kick(domain.as(captain), id, member.id),
        teams.accept(domain.as(member), code),
        teams.leave(domain.as(member), id)
      ])
      const inTeam = (await memberIds(id)).includes(member.id)
      const inGame = (await registered(gameId)).includes(member.id)
      if (inGame) expect(inTeam).toBe(true)
      expect(await statusOf(gameId, id)).toBe(inGame ? 'Accepted' : null)
    }))

  it('leave a team that is disbanded while it signs up or is accepted either deleted or complete', () =>
    each(async () => {
      const team = await domain.team(2)
      const { teams, participations } = domain.services
      const waiting = await enter(team, 'Pending')
      const [row] = await reviewOf(domain.services, domain.admin, waiting)
      const gameId = await domain.game({ acceptWithoutReview: true })
      const { codes } = await outcomes([
        teams.disband(domain.as(team.captain), team.id),
        participations.join(domain.as(team.members[1]!), gameId, { teamId: team.id }),
        participations.setStatus(domain.admin, row!.id, 'Accepted')
      ])
      const allowed = ['team.locked', 'team.not_found', 'participation.not_found']
      expect(codes.filter((code) => !allowed.includes(code))).toEqual([])
      const left = await rows('SELECT 1 FROM participations WHERE team_id = $1', team.id)
      const exists = (await rows('SELECT 1 FROM teams WHERE id = $1', team.id)).length === 1
      expect(left.length > 0).toBe(exists)
      expect(codes.includes('team.locked')).toBe(exists)
    }))

  it('order a lock and a member who leaves', () =>
    each(async () => {
      const team = await domain.team(2)
      const gameId = await enter(team, 'Pending')
      const { teams, participations } = domain.services
      const [row] = await reviewOf(domain.services, domain.admin, gameId)
      const { codes } = await outcomes([
        participations.setStatus(domain.admin, row!.id, 'Accepted'),
        teams.leave(domain.as(team.members[1]!), team.id)
      ])
      const stayed = (await memberIds(team.id)).length === 2
      expect(codes).toEqual(stayed ? ['team.locked'] : [])
      expect(await registered(gameId)).toHaveLength(stayed ? 2 : 1)
    }))
})

describe('the lock for members', () => {
  it('names the games that lock the team and until when, and nothing of other teams', async () => {
    const team = await domain.team(2)
    const gameId = await enter(team, 'Accepted')
    await enter(team, 'Pending')
    await enter(team, 'Accepted', true)
    const { teams } = domain.services
    const [details] = await teams.details(domain.as(team.members[1]!))
    const end = (await domain.services.games.one(domain.as(null), gameId)).end
    expect(details).toMatchObject({ teamId: team.id, games: 3, adminLocked: false, solves: {} })
    expect(details?.lockedBy).toEqual([{ id: gameId, title: 'Game', end }])
    const [stranger] = await domain.users(1)
    expect(await teams.details(domain.as(stranger!))).toEqual([])
    const later = domain.as(team.captain, { now: new Date(Date.now() + 2 * HOUR) })
    expect((await teams.details(later))[0]?.lockedBy).toEqual([])
    await teams.leave(domain.as(team.members[1]!, { now: new Date(Date.now() + 2 * HOUR) }), team.id)
  })
})

describe('a deletion', () => {
  it('of the team’s game lets its members leave, be removed and be deleted', async () => {
    const { services, as, admin, stores } = domain
    const crew = await domain.team(4)
    const [, leaver, kicked, deleted] = crew.members as [Member, Member, Member, Member]
    const gameId = await enter(crew, 'Pending')
    const { waited, unlock } = await lockIntake(stores.db, gameId)
    const removed = services.games.remove(admin, gameId)
    await waited()
    const changes = [
      services.teams.leave(as(leaver), crew.id),
      services.teams.kick(as(crew.captain), crew.id, kicked.id),
      services.users.remove(admin, deleted.id)
    ]
    await waitForRowLocks(stores.db, changes.length)
    await unlock()
    await Promise.all([removed, ...changes])
    expect(await memberIds(crew.id)).toEqual([crew.captain.id])
  })

  it('of a member is reported to callers who act on it', async () => {
    const { services, as, admin, stores } = domain
    const crew = await domain.team(2)
    const gone = crew.members[1]!
    const { db, databaseUrl } = stores
    let after: Promise<unknown> = Promise.resolve()
    await inOtherTransaction(databaseUrl, async (sql) => {
      await sql.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [gone.id])
      const created = services.teams
        .create(as(gone), { name: 'Late' })
        .catch((error) => toAppError(error).code)
      after = Promise.all([
        refused(
          services.teams.transfer(as(crew.captain), crew.id, gone.id),
          'team.new_captain_not_found',
          400
        ),
        expect(created).resolves.toBe('auth.login_required')
      ])
      await waitForRowLocks(db, 2)
      await sql.query('DELETE FROM users WHERE id = $1', [gone.id])
    })
    await after
    await refused(services.users.one(admin, gone.id), 'user.not_found', 404)
  })
})

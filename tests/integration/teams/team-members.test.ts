import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { StoredStatus } from '~/server/participations/contract'
import { HOUR_MS } from '~/server/platform/time'
import { refused } from '../../support/domain'
import type { Member } from '../../support/fixtures'
import { openTeamMembersSuite, type TeamOfMembers } from '../../support/games/team-members-suite'

const suite = openTeamMembersSuite()
const { enter, memberIds, registered, statusOf } = suite

/** Acts that a lock forbids, each by somebody who may do it otherwise. */
const ACTS: Record<string, (crew: TeamOfMembers) => Promise<unknown>> = {
  leave: ({ id, members }) => suite.domain.services.teams.leave(suite.domain.as(members[1]!), id),
  kick: ({ id, captain, members }) =>
    suite.domain.services.teams.kick(suite.domain.as(captain), id, members[1]!.id),
  transfer: ({ id, captain, members }) =>
    suite.domain.services.teams.transfer(suite.domain.as(captain), id, members[1]!.id),
  disband: ({ id, captain }) => suite.domain.services.teams.disband(suite.domain.as(captain), id)
}
const FREE: Record<string, (crew: TeamOfMembers) => Promise<unknown>> = {
  edit: ({ id, captain }) =>
    suite.domain.services.teams.update(suite.domain.as(captain), id, { name: 'Renamed' }),
  renew: ({ id, captain }) => suite.domain.services.teams.renewInvite(suite.domain.as(captain), id),
  async accept({ id, captain }) {
    const [guest] = await suite.domain.users(1)
    const code = await suite.domain.services.teams.invite(suite.domain.as(captain), id)
    await suite.domain.services.teams.accept(suite.domain.as(guest!), code)
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
    const team = await suite.domain.team(2)
    if (state === 'admin lock')
      await suite.domain.services.teams.adminUpdate(suite.domain.admin, team.id, { locked: true })
    else if (state !== 'none') await enter(team, state, ended)
    return team
  }

  it.each(Object.entries(ACTS))(locked ? 'bars %s' : 'allows %s', async (_name, act) => {
    const team = await crew()
    expect((await suite.domain.services.teams.one(suite.domain.as(null), team.id)).locked).toBe(locked)
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
    const { teams } = suite.domain.services
    const { as } = suite.domain
    return {
      kick: (who) => teams.kick(as(who), id, userId),
      transfer: (who) => teams.transfer(as(who), id, userId),
      disband: (who) => teams.disband(as(who), id)
    }
  }

  it('let nobody but the captain kick, transfer or disband', async () => {
    const { id, members } = await suite.domain.team(3)
    const other = await suite.domain.team()
    const [stranger] = await suite.domain.users(1)
    for (const call of Object.values(calls(id, members[1]!.id))) {
      await refused(call(null), 'auth.login_required', 401)
      for (const who of [stranger!, other.captain, members[2]!])
        await refused(call(who), 'team.captain_only', 403)
    }
    expect(await memberIds(id)).toHaveLength(3)
  })

  it('give a captain no access to another team', async () => {
    const mine = await suite.domain.team(2)
    const theirs = await suite.domain.team(2)
    const { teams } = suite.domain.services
    const me = suite.domain.as(mine.captain)
    await refused(teams.kick(me, mine.id, theirs.members[1]!.id), 'team.user_not_in_team', 400)
    await refused(teams.transfer(me, mine.id, theirs.members[1]!.id), 'team.user_not_in_team', 400)
    await refused(teams.transfer(me, mine.id, randomUUID()), 'team.new_captain_not_found', 400)
    await refused(teams.kick(me, theirs.id, theirs.members[1]!.id), 'team.captain_only', 403)
    await refused(teams.leave(me, theirs.id), 'team.leave_not_member', 400)
    expect(await memberIds(theirs.id)).toHaveLength(2)
  })

  it('are refused for a missing team as in the contract', async () => {
    const { captain } = await suite.domain.team()
    const { kick, transfer, disband } = calls(999_999, captain.id)
    await refused(kick!(captain), 'team.not_found', 400)
    await refused(transfer!(captain), 'team.not_found', 400)
    await refused(disband!(captain), 'team.not_found', 404)
    await refused(suite.domain.services.teams.leave(suite.domain.as(captain), 999_999), 'team.not_found', 404)
  })

  it('that took part in nothing are disbanded for good, others into the trash', async () => {
    const { domain, rows } = suite
    const disbanded = async ({ id, captain }: { id: number; captain: Member }) => {
      await domain.services.teams.disband(domain.as(captain), id)
      await refused(domain.services.teams.one(domain.as(null), id), 'team.not_found', 404)
      return rows(`SELECT FROM trash WHERE kind = 'team' AND target_id = $1`, id)
    }
    expect(await disbanded(await domain.team(2))).toEqual([])
    const game = await domain.game()
    const join = async () => {
      const team = await domain.team()
      await domain.services.participations.join(domain.as(team.captain), game, { teamId: team.id })
      return team
    }
    expect(await disbanded(await join())).toEqual([])
    expect(await registered(game)).toEqual([])
    const asking = await join()
    const ticket = { title: 'Where is the hall?', text: 'We cannot find it.', challengeId: null }
    await domain.services.tickets.open(domain.as(asking.captain), game, ticket)
    expect(await disbanded(asking)).toHaveLength(1)
    const playing = await join()
    await domain.services.participations.setStatus(
      domain.admin,
      (await rows<{ id: number }>('SELECT id FROM participations WHERE team_id = $1', playing.id))[0]!.id,
      'Accepted'
    )
    await domain.services.games.update(domain.admin, game, { end: new Date(Date.now() - 1000) })
    expect(await disbanded(playing)).toHaveLength(1)
  })

  it('keep the captain in the team until there is another', async () => {
    const { id, captain, members } = await suite.domain.team(2)
    const { teams } = suite.domain.services
    await refused(teams.leave(suite.domain.as(captain), id), 'team.captain_stays', 400)
    await refused(teams.kick(suite.domain.as(captain), id, captain.id), 'team.captain_stays', 400)
    await teams.transfer(suite.domain.as(captain), id, members[1]!.id)
    await teams.leave(suite.domain.as(captain), id)
    expect(await memberIds(id)).toEqual([members[1]!.id])
  })

  it('have one captain per team', async () => {
    const { id, captain } = await suite.domain.team()
    const other = await suite.domain.team()
    const { teams } = suite.domain.services
    await teams.accept(suite.domain.as(other.captain), await teams.invite(suite.domain.as(captain), id))
    for (const target of [other.captain, captain])
      await refused(teams.transfer(suite.domain.as(captain), id, target.id), 'team.new_captain_at_limit', 400)
    expect((await memberIds(id))[0]).toBe(captain.id)
  })
})

describe('a former member', () => {
  it.each(['leave', 'kick'])('loses open registrations of this team alone, by %s', async (act) => {
    const team = await suite.domain.team(3)
    const gone = team.members[1]!
    const others = team.members.filter(({ id }) => id !== gone.id).map(({ id }) => id)
    const second = await suite.domain.team()
    const { services, as } = suite.domain
    await services.teams.accept(as(gone), await services.teams.invite(as(second.captain), second.id))
    const elsewhere = await suite.domain.game()
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
    const { id, captain, members } = await suite.domain.team(2)
    const { services, as } = suite.domain
    const gameId = await suite.domain.game()
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

describe('the lock for members', () => {
  it('names the games that lock the team and until when, and nothing of other teams', async () => {
    const team = await suite.domain.team(2)
    const gameId = await enter(team, 'Accepted')
    await enter(team, 'Pending')
    await enter(team, 'Accepted', true)
    const { teams } = suite.domain.services
    const [details] = await teams.details(suite.domain.as(team.members[1]!))
    const end = (await suite.domain.services.games.one(suite.domain.as(null), gameId)).end
    expect(details).toMatchObject({ teamId: team.id, games: 3, adminLocked: false, solves: {} })
    expect(details?.lockedBy).toEqual([{ id: gameId, title: 'Game', end, own: true }])
    await suite.rows(
      'DELETE FROM registrations WHERE game_id = $1 AND user_id = $2',
      gameId,
      team.members[1]!.id
    )
    const [mate] = await teams.details(suite.domain.as(team.members[1]!))
    expect(mate?.lockedBy).toEqual([{ id: gameId, title: 'Game', end, own: false }])
    const [stranger] = await suite.domain.users(1)
    expect(await teams.details(suite.domain.as(stranger!))).toEqual([])
    const later = suite.domain.as(team.captain, { now: new Date(Date.now() + 2 * HOUR_MS) })
    expect((await teams.details(later))[0]?.lockedBy).toEqual([])
    await teams.leave(suite.domain.as(team.members[1]!, { now: new Date(Date.now() + 2 * HOUR_MS) }), team.id)
  })
})

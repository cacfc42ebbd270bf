import { describe, expect, it } from 'vitest'
import { toAppError } from '~/server/platform/errors'
import { reviewOf } from '../../support/accounts/registrations'
import { outcomes, refused } from '../../support/domain'
import type { Member } from '../../support/fixtures'
import { openTeamMembersSuite } from '../../support/games/team-members-suite'
import { inOtherTransaction, lockIntake, waitForRowLocks } from '../../support/stores/locks'

const suite = openTeamMembersSuite()
const { rows, memberIds, registered, statusOf, enter } = suite

describe('concurrent changes', () => {
  const ROUNDS = 8
  const each = async (round: () => Promise<void>) => {
    for (let n = 0; n < ROUNDS; n += 1) await round()
  }

  it('let one captain hand over once, and never to somebody who leaves', () =>
    each(async () => {
      const { id, captain, members } = await suite.domain.team(3)
      const { teams } = suite.domain.services
      const { codes } = await outcomes([
        teams.transfer(suite.domain.as(captain), id, members[1]!.id),
        teams.transfer(suite.domain.as(captain), id, members[2]!.id),
        teams.leave(suite.domain.as(members[1]!), id),
        teams.kick(suite.domain.as(captain), id, members[2]!.id)
      ])
      const allowed = [
        'team.captain_only',
        'team.captain_stays',
        'team.user_not_in_team',
        'team.leave_not_member'
      ]
      expect(codes.filter((code) => !allowed.includes(code))).toEqual([])
      const view = await teams.one(suite.domain.as(null), id)
      expect(view.members?.filter((member) => member.captain)).toHaveLength(1)
    }))

  it('never make one member captain of two teams', () =>
    each(async () => {
      const [a, b] = [await suite.domain.team(), await suite.domain.team()]
      const [heir] = await suite.domain.users(1)
      const { teams } = suite.domain.services
      for (const { id, captain } of [a, b])
        await teams.accept(suite.domain.as(heir!), await teams.invite(suite.domain.as(captain), id))
      const made = [
        teams.transfer(suite.domain.as(a.captain), a.id, heir!.id),
        teams.transfer(suite.domain.as(b.captain), b.id, heir!.id),
        teams.create(suite.domain.as(heir!), { name: 'Own' })
      ]
      const { done, codes } = await outcomes(made)
      expect(done).toBe(1)
      expect(codes.every((code) => /already_captain|new_captain_at_limit/.test(code))).toBe(true)
      expect(await rows('SELECT 1 FROM teams WHERE captain_id = $1', heir!.id)).toHaveLength(1)
    }))

  it('leave nothing of a member who is added and removed, or leaves and signs up', () =>
    each(async () => {
      const { id, captain, members } = await suite.domain.team(2)
      const { teams, participations } = suite.domain.services
      const gameId = await suite.domain.game({ acceptWithoutReview: true })
      const member = members[1]!
      const code = await teams.invite(suite.domain.as(captain), id)
      await outcomes([
        participations.join(suite.domain.as(member), gameId, { teamId: id }),
        teams.kick(suite.domain.as(captain), id, member.id),
        teams.accept(suite.domain.as(member), code),
        teams.leave(suite.domain.as(member), id)
      ])
      const inTeam = (await memberIds(id)).includes(member.id)
      const inGame = (await registered(gameId)).includes(member.id)
      if (inGame) expect(inTeam).toBe(true)
      expect(await statusOf(gameId, id)).toBe(inGame ? 'Accepted' : null)
    }))

  it('leave a team that is disbanded while it signs up or is accepted either deleted or complete', () =>
    each(async () => {
      const team = await suite.domain.team(2)
      const { teams, participations } = suite.domain.services
      const waiting = await enter(team, 'Pending')
      const [row] = await reviewOf(suite.domain.services, suite.domain.admin, waiting)
      const gameId = await suite.domain.game({ acceptWithoutReview: true })
      const { codes } = await outcomes([
        teams.disband(suite.domain.as(team.captain), team.id),
        participations.join(suite.domain.as(team.members[1]!), gameId, { teamId: team.id }),
        participations.setStatus(suite.domain.admin, row!.id, 'Accepted')
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
      const team = await suite.domain.team(2)
      const gameId = await enter(team, 'Pending')
      const { teams, participations } = suite.domain.services
      const [row] = await reviewOf(suite.domain.services, suite.domain.admin, gameId)
      const { codes } = await outcomes([
        participations.setStatus(suite.domain.admin, row!.id, 'Accepted'),
        teams.leave(suite.domain.as(team.members[1]!), team.id)
      ])
      const stayed = (await memberIds(team.id)).length === 2
      expect(codes).toEqual(stayed ? ['team.locked'] : [])
      expect(await registered(gameId)).toHaveLength(stayed ? 2 : 1)
    }))
})

describe('a deletion', () => {
  it('of the team’s game lets its members leave, be removed and be deleted', async () => {
    const { services, as, admin, stores } = suite.domain
    const crew = await suite.domain.team(4)
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
    const { services, as, admin, stores } = suite.domain
    const crew = await suite.domain.team(2)
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

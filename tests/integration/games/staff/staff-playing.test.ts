import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GameRole } from '~/server/access/constants'
import type { Ctx } from '~/server/access/contract'
import { caseOpen, caseProposal } from '~/server/cases/contract'
import { challengeInput } from '~/server/challenges/contract'
import { joinInput } from '~/server/participations/contract'
import { userChange } from '~/server/users/contract'
import { type Domain, openDomain, refused } from '~/tests/support/domain'
import type { Member } from '~/tests/support/fixtures'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain?.close())

const query = async (text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows
const staff = () => domain.services.gameStaff
const participations = () => domain.services.participations
const join = (ctx: Ctx, game: number, teamId: number) =>
  participations().join(ctx, game, joinInput.parse({ teamId }))
const give = (game: number, { name }: Member, role: GameRole = 'referee') =>
  staff().add(domain.admin, game, { who: name, role })

const participationOf = async (game: number, team: number): Promise<number> =>
  (await query('SELECT id FROM participations WHERE game_id = $1 AND team_id = $2', game, team))[0].id

/** A caller as its session would have it, with a role in one game. */
const withRole = (member: Member, game: number, role: GameRole = 'referee'): Ctx => {
  const ctx = domain.as(member)
  return { ...ctx, actor: { ...ctx.actor!, games: { [game]: role } } }
}

/** A team that plays although its captain has a role, as games from before the rule have it. */
async function playingReferee() {
  const game = await domain.game()
  const team = await domain.team(2)
  await join(domain.as(team.captain), game, team.id)
  await query(
    `INSERT INTO game_staff (game_id, user_id, role, added_at) VALUES ($1, $2, 'referee', now())`,
    ...[game, team.captain.id]
  )
  const participation = await participationOf(game, team.id)
  return { game, team, participation, referee: withRole(team.captain, game) }
}

const award = (participationId: number) => ({
  kind: 'award' as const,
  participationIds: [participationId],
  points: 999
})

describe('staff of a game', () => {
  it('cannot sign up for it, nor join the line-up of a team that has', async () => {
    const game = await domain.game()
    const team = await domain.team(2)
    const [, mate] = team.members
    await give(game, mate!)
    await refused(join(domain.as(mate!), game, team.id), 'game.staff_plays', 400)
    await join(domain.as(team.captain), game, team.id)
    await refused(join(domain.as(mate!), game, team.id), 'game.staff_plays', 400)
  })

  it('cannot sign up for it after their role was taken, until an administrator lets them', async () => {
    const game = await domain.game()
    const team = await domain.team(2)
    const [captain, mate] = team.members.map((member) => domain.as(member)) as [Ctx, Ctx]
    await join(captain, game, team.id)
    const owner = withRole((await domain.users(1))[0]!, game, 'owner')
    await query(
      `INSERT INTO sessions (id, user_id, expires_at) VALUES ($1, $2, now() + interval '1 day')`,
      ...[owner.actor!.sessionId, owner.actor!.id]
    )
    for (const role of ['author', 'monitor'] as const) {
      await give(game, team.members[1]!, role)
      await staff().remove(domain.admin, game, team.members[1]!.id)
      await refused(join(mate, game, team.id), 'game.was_staff', 400)
    }
    await refused(staff().remove(owner, game, team.members[1]!.id), 'staff.not_found', 404)
    await refused(staff().remove(domain.admin, game, team.captain.id), 'staff.not_found', 404)
    const former = { userId: team.members[1]!.id }
    expect(await staff().former(domain.admin, game)).toMatchObject([former])
    expect(await staff().former(owner, game)).toEqual([])
    await refused(staff().former(mate, game), 'auth.forbidden', 403)
    await staff().remove(domain.admin, game, team.members[1]!.id)
    expect(await staff().former(domain.admin, game)).toEqual([])
    await refused(staff().remove(domain.admin, game, team.members[1]!.id), 'staff.not_found', 404)
    await join(mate, game, team.id)
    const other = await domain.game()
    await give(other, team.captain)
    await staff().remove(domain.admin, other, team.captain.id)
    await refused(join(captain, other, team.id), 'game.was_staff', 400)
  })

  it('are not those who play it, until their registration is rejected', async () => {
    const game = await domain.game()
    const { id, captain } = await domain.team()
    await join(domain.as(captain), game, id)
    const participation = await participationOf(game, id)
    for (const status of ['Pending', 'Accepted', 'Suspended'] as const) {
      if (status !== 'Pending') await participations().setStatus(domain.admin, participation, status)
      const error = await refused(give(game, captain), 'staff.plays', 400)
      expect(error.extra).toMatchObject({ field: 'who' })
    }
    await participations().setStatus(domain.admin, participation, 'Rejected')
    await give(game, captain)
    await refused(join(domain.as(captain), game, id), 'game.staff_plays', 400)
  })

  it('do not come along when a rejected team signs up again', async () => {
    const game = await domain.game()
    const team = await domain.team(2)
    for (const member of team.members) await join(domain.as(member), game, team.id)
    const participation = await participationOf(game, team.id)
    await participations().setStatus(domain.admin, participation, 'Rejected')
    await give(game, team.members[1]!)
    await staff().remove(domain.admin, game, team.members[1]!.id)
    await join(domain.as(team.captain), game, team.id)
    const players = await query(
      'SELECT user_id AS id FROM registrations WHERE participation_id = $1',
      participation
    )
    expect(players).toEqual([{ id: team.captain.id }])
  })

  it('are not taken over from another game when they play this one', async () => {
    const [from, game] = [await domain.game(), await domain.game()]
    const { id, captain } = await domain.team()
    await give(from, captain)
    await join(domain.as(captain), game, id)
    const taken = await staff().takeOver(domain.admin, game, from)
    expect(taken).toMatchObject({ added: 0, skipped: { plays: 1, already: 1 } })
  })
})

describe('staff who play a game', () => {
  it('do not review their own team, one by one or with others', async () => {
    const { game, participation, referee } = await playingReferee()
    const other = await domain.team()
    await join(domain.as(other.captain), game, other.id)
    const second = await participationOf(game, other.id)
    await refused(participations().setStatus(referee, participation, 'Accepted'), 'game.own_team', 403)
    expect(await participations().setStatuses(referee, game, [participation, second], 'Accepted')).toEqual({
      done: 1,
      refused: [{ id: participation, code: 'game.own_team' }]
    })
    expect(await participations().acceptWaiting(referee, game, [participation])).toBe(0)
    await participations().setStatus(domain.admin, participation, 'Accepted')
  })

  it('do not correct its results or give it more time', async () => {
    const { game, participation, referee } = await playingReferee()
    await participations().setStatus(domain.admin, participation, 'Accepted')
    const { corrections, extraTimes } = domain.services
    const correction = award(participation)
    await refused(corrections.preview(referee, game, correction), 'game.own_team', 403)
    await refused(corrections.apply(referee, game, { correction, reason: 'Mine' }), 'game.own_team', 403)
    const { number } = await corrections.apply(domain.admin, game, { correction, reason: 'By others' })
    await refused(corrections.undo(referee, game, number, { reason: 'Mine' }), 'game.own_team', 403)
    const wish = { minutes: 60, reason: 'Mine' }
    await refused(extraTimes.give(referee, game, participation, wish), 'game.own_team', 403)
  })

  it('do not give it its attempts back', async () => {
    const { game, participation, referee } = await playingReferee()
    const { challenges } = domain.services
    const made = challengeInput.parse({ title: 'Limited', type: 'StaticAttachment' })
    const { id } = await challenges.create(domain.admin, game, made)
    await challenges.update(domain.admin, game, id, { attemptLimit: 3 })
    const reset = { participationId: participation, reason: 'Ours' }
    await refused(challenges.resetAttempts(referee, game, id, reset), 'game.own_team', 403)
    await challenges.resetAttempts(domain.admin, game, id, reset)
  })

  it('decide nothing in a case about it', async () => {
    const { game, participation, referee } = await playingReferee()
    const { cases } = domain.services
    const opened = await cases.open(
      domain.admin,
      game,
      caseOpen.parse({ title: 'Copied', evidence: [], participationIds: [participation] })
    )
    const proposal = caseProposal.parse({ outcome: 'nothing', reason: 'Not us.', version: opened.version })
    await refused(cases.propose(referee, game, opened.number, proposal), 'game.own_team', 403)
  })
})

describe('an administrator of the platform', () => {
  it('may play and accept the own team, as clients do, but not correct its results', async () => {
    const [member] = await domain.users(1, 'Admin')
    const admin = domain.as(member!, { role: 'Admin' })
    const game = await domain.game()
    await give(game, member!)
    const { id } = await domain.services.teams.create(admin, { name: `Own ${member!.name}` })
    await join(admin, game, id)
    const participation = await participationOf(game, id)
    await participations().setStatus(admin, participation, 'Accepted')
    const correction = award(participation)
    const work = domain.services.corrections.apply(admin, game, { correction, reason: 'Mine' })
    await refused(work, 'game.own_team', 403)
  })
})

describe('nobody comes to play a game as its staff', () => {
  const rolesOf = ({ id }: Member) =>
    query('SELECT game_id AS game, role FROM game_staff WHERE user_id = $1 ORDER BY 1', id)

  it('with a team that comes back from the trash', async () => {
    const game = await domain.game()
    const team = await domain.team(2)
    for (const member of team.members) await join(domain.as(member), game, team.id)
    const participation = await participationOf(game, team.id)
    await participations().setStatus(domain.admin, participation, 'Accepted')
    await domain.services.teams.adminDelete(domain.admin, team.id)
    await give(game, team.members[1]!)
    const [entry] = await query(`SELECT id FROM trash WHERE kind = 'team' AND target_id = $1`, team.id)
    await domain.services.trash.restore(domain.admin, entry.id)
    expect(await query('SELECT user_id AS id FROM registrations WHERE game_id = $1', game)).toEqual([
      { id: team.captain.id }
    ])
    expect(await rolesOf(team.members[1]!)).toEqual([{ game, role: 'referee' }])
  })

  /** An administrator who owns two games and plays the first. */
  async function playingOwner() {
    const [member] = await domain.users(1, 'Admin')
    const admin = domain.as(member!, { role: 'Admin' })
    const [played, other] = [await domain.game(), await domain.game()]
    for (const game of [played, other]) await give(game, member!, 'owner')
    const { id } = await domain.services.teams.create(admin, { name: `Own ${member!.name}` })
    await join(admin, played, id)
    return { member: member!, played, other }
  }
  const demote = ({ id }: Member, role: 'User' | 'Monitor' = 'User') =>
    domain.services.users.update(domain.admin, id, userChange.parse({ role }))

  it('by ceasing to be an administrator: the role ends where the account plays, and the audit says so', async () => {
    for (const role of ['User', 'Monitor'] as const) {
      const { member, played, other } = await playingOwner()
      await demote(member, role)
      expect(await rolesOf(member)).toEqual([{ game: other, role: 'owner' }])
      const audited = await query(
        `SELECT before FROM audit_events WHERE target = $1 AND action = 'game_staff_removed'`,
        `game:${played}`
      )
      expect(audited).toEqual([{ before: { account: member.id, role: 'owner' } }])
    }
  })

  it('by signing up while the account ceases to be an administrator', async () => {
    const [member] = await domain.users(1, 'Admin')
    const admin = domain.as(member!, { role: 'Admin' })
    const game = await domain.game()
    await give(game, member!)
    const { id } = await domain.services.teams.create(admin, { name: `Own ${member!.name}` })
    await Promise.all([demote(member!), join(admin, game, id).catch(() => {})])
    const plays = await query('SELECT FROM registrations WHERE user_id = $1', member!.id)
    expect(plays.length + (await rolesOf(member!)).length).toBe(1)
  })

  it('with a game that comes back from the trash', async () => {
    const { member, played, other } = await playingOwner()
    await domain.services.games.remove(domain.admin, played)
    await demote(member)
    const [entry] = await query(`SELECT id FROM trash WHERE kind = 'game' AND target_id = $1`, played)
    await domain.services.trash.restore(domain.admin, entry.id)
    expect(await rolesOf(member)).toEqual([{ game: other, role: 'owner' }])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '~/server/platform/time'
import { type InvitationInput, invitationInput } from '~/server/teams/invitations/contract'
import { parseInvite } from '~/server/teams/invite'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import type { Member } from '../../support/fixtures'

let domain: Domain

beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const ONCE: InvitationInput = { hours: 24, once: true }
const OPEN: InvitationInput = { hours: 1, once: false }

const later = (hours: number) => new Date(Date.now() + hours * HOUR_MS)
const accept = (member: Member, code: string, now?: Date) =>
  domain.services.teams.accept(domain.as(member, { now }), code)
const memberIds = async (id: number) =>
  (await domain.services.teams.one(domain.as(null), id)).members!.map((member) => member.id)

async function invited(input: InvitationInput, now?: Date) {
  const team = await domain.team()
  const ctx = domain.as(team.captain, { now })
  const made = await domain.services.teams.makeInvitation(ctx, team.id, input)
  const list = () => domain.services.teams.invitations(domain.as(team.captain), team.id)
  return { ...team, ...made, team: team.id, invitation: made.id, list }
}

describe('an invitation', () => {
  it('admits by the form of the invite code, and the list says who used it', async () => {
    const { team, captain, code, invitation, list } = await invited(OPEN)
    const [first, second] = await domain.users(2)
    expect(await domain.services.teams.invitedTo(domain.as(null), code)).toBe(`Team ${captain.name}`)
    await accept(first!, code)
    await accept(second!, code)
    expect(await memberIds(team)).toEqual([captain.id, first!.id, second!.id])
    const [row] = await list()
    expect(row).toMatchObject({ id: invitation, by: captain.name, once: false, uses: 2 })
    expect(new Set(row!.usedBy)).toEqual(new Set([first!.name, second!.name]))
  })

  it('that works once admits one of two who use it at the same moment, round after round', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { team, code, list } = await invited(ONCE)
      const players = await domain.users(4)
      const { done, codes } = await outcomes(players.map((player) => accept(player, code)))
      expect({ done, codes: new Set(codes) }).toEqual({ done: 1, codes: new Set(['team.invitation_used']) })
      expect(await memberIds(team)).toHaveLength(2)
      expect(await list()).toMatchObject([{ uses: 1 }])
    }
  })

  it('is not used up by a member, nor by who is refused', async () => {
    const { captain, code, list } = await invited(ONCE)
    const [guest, outsider] = await domain.users(2)
    await refused(accept(captain, code), 'team.already_member', 400)
    await refused(domain.services.teams.accept(domain.as(null), code), 'auth.login_required', 401)
    await refused(
      domain.services.teams.accept(domain.as(outsider!, { role: 'Banned' }), code),
      'auth.forbidden',
      403
    )
    expect(await list()).toMatchObject([{ uses: 0 }])
    await accept(guest!, code)
  })

  it('ends at its time to the millisecond, and leaves the list then', async () => {
    const now = new Date()
    const { team, captain, code } = await invited(OPEN, now)
    const [early, late] = await domain.users(2)
    const end = new Date(now.getTime() + HOUR_MS)
    await refused(accept(late!, code, end), 'team.invitation_expired', 400)
    expect(await domain.services.teams.invitedTo(domain.as(null, { now: end }), code)).toBeNull()
    await accept(early!, code, new Date(end.getTime() - 1))
    const at = (time: Date) => domain.services.teams.invitations(domain.as(captain, { now: time }), team)
    expect(await at(new Date(end.getTime() - 1))).toHaveLength(1)
    expect(await at(end)).toEqual([])
  })

  it('without an end works until it was used', async () => {
    const { code, list } = await invited({ hours: null, once: true })
    expect(await list()).toMatchObject([{ expires: null, once: true }])
    const [guest, other] = await domain.users(2)
    await accept(guest!, code, later(24 * 365))
    await refused(accept(other!, code), 'team.invitation_used', 400)
  })

  it('works no more after it was revoked, also for who uses it at that moment', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { team, captain, invitation, code, list } = await invited(OPEN)
      const [guest] = await domain.users(1)
      const joining = accept(guest!, code)
      await domain.services.teams.revokeInvitation(domain.as(captain), team, invitation)
      const { codes } = await outcomes([joining])
      expect((await memberIds(team)).includes(guest!.id)).toBe(codes.length === 0)
      await refused(accept((await domain.users(1))[0]!, code), 'team.invite_token_mismatch', 400)
      expect(await list()).toEqual([])
    }
  })

  it('admits to its own team alone', async () => {
    const { code } = await invited(OPEN)
    const other = await domain.team()
    const [guest] = await domain.users(1)
    const { token } = parseInvite(code)!
    await refused(accept(guest!, `x:${other.id}:${token}`), 'team.invite_token_mismatch', 400)
  })

  it('is stored without its token, and survives a renewed code and a new captain', async () => {
    const { team, captain, code, list } = await invited(OPEN)
    const { token } = parseInvite(code)!
    const { rows } = await domain.stores.db.pool.query('SELECT i::text AS row FROM team_invitations i')
    expect(rows.some(({ row }) => row.includes(token))).toBe(false)
    const [heir] = await domain.users(1)
    await accept(heir!, code)
    await domain.services.teams.renewInvite(domain.as(captain), team)
    await domain.services.teams.transfer(domain.as(captain), team, heir!.id)
    await refused(list(), 'team.captain_only', 403)
    const seen = await domain.services.teams.invitations(domain.as(heir!), team)
    expect(seen).toMatchObject([{ by: captain.name, usedBy: [heir!.name] }])
    await accept((await domain.users(1))[0]!, code)
  })

  it('keeps out of a game where one of its members too many would be refused by the code too', async () => {
    const { team, captain, code } = await invited(OPEN)
    const [guest] = await domain.users(1)
    await accept(guest!, code)
    const game = await domain.game({ teamMemberCountLimit: 1 })
    const joining = domain.services.participations.join(domain.as(captain), game, { teamId: team })
    await refused(joining, 'game.team_member_limit_exceeded', 400)
  })
})

describe('the captain alone', () => {
  it('makes, reads and revokes', async () => {
    const { team, invitation, members } = await invited(OPEN)
    const { teams } = domain.services
    const [mate, stranger] = await domain.users(2)
    await accept(mate!, await teams.invite(domain.as(members[0]!), team))
    for (const one of [mate!, stranger!]) {
      const ctx = domain.as(one)
      await refused(teams.makeInvitation(ctx, team, ONCE), 'team.captain_only', 403)
      await refused(teams.invitations(ctx, team), 'team.captain_only', 403)
      await refused(teams.revokeInvitation(ctx, team, invitation), 'team.captain_only', 403)
    }
    await refused(teams.makeInvitation(domain.as(null), team, ONCE), 'auth.login_required', 401)
    await refused(teams.invitations(domain.as(mate!), 999_999), 'team.not_found', 400)
  })

  it('revokes no invitation of another team', async () => {
    const [one, other] = [await invited(OPEN), await invited(OPEN)]
    const foreign = domain.services.teams.revokeInvitation(domain.as(one.captain), one.team, other.invitation)
    await refused(foreign, 'team.invitation_not_found', 404)
    expect(await other.list()).toHaveLength(1)
  })

  it('has twenty at most, whatever is made at the same moment', async () => {
    const { id, captain } = await domain.team()
    const { teams } = domain.services
    const make = () => teams.makeInvitation(domain.as(captain), id, ONCE)
    const { done, codes } = await outcomes(Array.from({ length: 24 }, make))
    expect({ done, codes: new Set(codes) }).toEqual({ done: 20, codes: new Set(['team.invitation_limit']) })
    const list = await teams.invitations(domain.as(captain), id)
    expect(list).toHaveLength(20)
    await teams.revokeInvitation(domain.as(captain), id, list[0]!.id)
    await make()
    // Those that have ended make room.
    await teams.makeInvitation(domain.as(captain, { now: later(25) }), id, ONCE)
  })
})

describe('what a captain asks for', () => {
  const problem = (input: unknown) => {
    const issue = invitationInput.safeParse(input).error?.issues[0]
    return issue && [issue.path.join('.'), issue.message]
  }

  it('is bounded', () => {
    for (const hours of [0, 169, -1])
      expect(problem({ hours, once: true })).toEqual(['hours', 'field.out_of_range'])
    for (const hours of [1.5, 'x', '', undefined])
      expect(problem({ hours, once: true })).toEqual(['hours', 'field.type_mismatch'])
    expect(problem({ hours: 1 })).toEqual(['once', 'field.type_mismatch'])
    expect(problem({ hours: null, once: false })).toEqual(['hours', 'team.invitation_endless'])
    for (const input of [ONCE, OPEN, { hours: 168, once: false }, { hours: null, once: true }])
      expect(problem(input)).toBeUndefined()
  })
})

it('a week after its end an invitation is deleted', async () => {
  const { code, team } = await invited(OPEN, later(-24 * 7 - 2))
  const fresh = await invited(OPEN, later(-24 * 7 + 1))
  await domain.services.teams.purgeInvitations()
  const [guest] = await domain.users(1)
  await refused(accept(guest!, code), 'team.invite_token_mismatch', 400)
  await refused(accept(guest!, fresh.code), 'team.invitation_expired', 400)
  expect(await memberIds(team)).toHaveLength(1)
})

it('an erased person goes from the list, and what worked once works no more', async () => {
  const { code, list } = await invited(ONCE)
  const [guest, other] = await domain.users(2)
  await accept(guest!, code)
  await domain.stores.db.pool.query(`UPDATE sessions SET confirmed_at = now() WHERE user_id = $1`, [
    domain.admin.actor!.id
  ])
  await domain.services.users.erase(domain.admin, guest!.id)
  expect(await list()).toMatchObject([{ uses: 1, usedBy: [] }])
  await refused(accept(other!, code), 'team.invitation_used', 400)
})

it('a team comes back from the trash with its invitations', async () => {
  const { team, code, list } = await invited(OPEN)
  const [guest] = await domain.users(1)
  await accept(guest!, code)
  await domain.services.teams.adminDelete(domain.admin, team)
  await refused(accept((await domain.users(1))[0]!, code), 'team.invite_team_not_found', 400)
  const [item] = (
    await domain.services.trash.list(domain.admin, { by: '', kind: 'team' }, { count: 1, skip: 0 })
  ).data
  await domain.services.trash.restore(domain.admin, item!.id)
  expect(await list()).toMatchObject([{ uses: 1, usedBy: [guest!.name] }])
})

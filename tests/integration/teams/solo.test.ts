import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import type { Member } from '../../support/fixtures'

let domain: Domain

beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const service = () => domain.services.participations
const alone = (player: Member, game: number, input: object = {}) =>
  service().joinAlone(domain.as(player), game, input)
const teamsOf = async (player: Member) => domain.services.teams.mine(domain.as(player))
const entered = async (game: number) => {
  const { rows } = await domain.stores.db.pool.query(
    `SELECT t.name, p.division, (SELECT count(*)::int FROM registrations r WHERE r.participation_id = p.id) AS players
     FROM participations p JOIN teams t ON t.id = p.team_id WHERE p.game_id = $1 ORDER BY p.id`,
    [game]
  )
  return rows
}

describe('playing alone', () => {
  it('makes a team of the player’s name once, and uses it again in other games', async () => {
    const [player] = await domain.users(1)
    const [first, second] = [
      await domain.game({ solo: true }),
      await domain.game({ teamMemberCountLimit: 1 })
    ]
    await alone(player!, first)
    await alone(player!, second)
    expect(await teamsOf(player!)).toMatchObject([{ name: player!.name, members: [{ captain: true }] }])
    for (const game of [first, second])
      expect(await entered(game)).toEqual([{ name: player!.name, division: null, players: 1 }])
    await refused(alone(player!, first), 'game.already_joined', 400)
  })

  it('joins once by clicks at the same moment, and makes one team', async () => {
    for (let round = 0; round < 5; round += 1) {
      const game = await domain.game({ solo: true })
      const [player] = await domain.users(1)
      const { done, codes } = await outcomes([1, 2, 3, 4].map(() => alone(player!, game)))
      expect({ done, codes: new Set(codes) }).toEqual({ done: 1, codes: new Set(['game.already_joined']) })
      expect(await teamsOf(player!)).toHaveLength(1)
    }
  })

  it('adds a number to a name that looks like one in the game, whoever joins at the same moment', async () => {
    const game = await domain.game({ solo: true })
    const [taken, other, player] = await domain.users(3)
    for (const [member, name] of [
      [taken!, player!.name.toUpperCase()],
      [other!, `${player!.name} 2`]
    ] as const) {
      const { id } = await domain.services.teams.create(domain.as(member), { name })
      await service().join(domain.as(member), game, { teamId: id })
    }
    await alone(player!, game)
    expect((await entered(game)).map(({ name }) => name)).toContain(`${player!.name} 3`)
  })

  it('is refused where it is not offered, without making a team', async () => {
    const [player] = await domain.users(1)
    await refused(alone(player!, await domain.game()), 'game.solo_not_offered', 400)
    const closed = await domain.game({ solo: true, inviteCode: 'secret' })
    await refused(alone(player!, closed, { inviteCode: 'wrong' }), 'game.invite_code_invalid', 400)
    const divided = await domain.game({ solo: true, organizations: ['Open'] })
    await refused(alone(player!, divided), 'game.organization_invalid', 400)
    await refused(alone(player!, 999_999), 'game.not_found', 404)
    await refused(service().joinAlone(domain.as(null), closed, {}), 'auth.login_required', 401)
    expect(await teamsOf(player!)).toEqual([])
  })

  it('leaves no team behind when the player is in the game already', async () => {
    const game = await domain.game({ solo: true })
    const { id, members } = await domain.team(2)
    await service().join(domain.as(members[1]!), game, { teamId: id })
    await refused(alone(members[1]!, game), 'game.already_joined', 400)
    expect((await teamsOf(members[1]!)).map((team) => team.id)).toEqual([id])
  })

  it('is refused to who leads others, also when somebody joins the team at that moment', async () => {
    const game = await domain.game({ solo: true })
    const { captain } = await domain.team(2)
    await refused(alone(captain, game), 'game.solo_team_shared', 400)
    for (let round = 0; round < 5; round += 1) {
      const fresh = await domain.game({ solo: true })
      const team = await domain.team()
      const [guest] = await domain.users(1)
      const code = await domain.services.teams.invite(domain.as(team.captain), team.id)
      const { codes } = await outcomes([
        alone(team.captain, fresh),
        domain.services.teams.accept(domain.as(guest!), code)
      ])
      expect(codes.filter((one) => one !== 'game.solo_team_shared')).toEqual([])
      expect((await entered(fresh)).length).toBe(codes.length === 0 ? 1 : 0)
    }
  })
})

describe('the size of teams by division', () => {
  const sizes = {
    organizations: ['Open', 'Students', 'Single'],
    teamMemberCountLimit: 2,
    divisionLimits: [
      { division: 'Open', limit: 0 },
      { division: 'Single', limit: 1 },
      { division: 'No such', limit: 1 }
    ]
  }
  const join = async (size: number, organization: string, game: number) => {
    const team = await domain.team(size)
    return service().join(domain.as(team.captain), game, { teamId: team.id, organization })
  }

  it('holds in its division, and the game’s in the others', async () => {
    const game = await domain.game(sizes)
    await join(4, 'Open', game)
    await join(2, 'Students', game)
    await refused(join(3, 'Students', game), 'game.team_member_limit_exceeded', 400)
    await join(1, 'Single', game)
    await refused(join(2, 'Single', game), 'game.team_member_limit_exceeded', 400)
  })

  it('is that of the division that the team is in, whatever members who follow name', async () => {
    const game = await domain.game(sizes)
    const team = await domain.team(1)
    const [late] = await domain.users(1)
    await service().join(domain.as(team.captain), game, { teamId: team.id, organization: 'Single' })
    const { teams } = domain.services
    await teams.accept(domain.as(late!), await teams.invite(domain.as(team.captain), team.id))
    const following = service().join(domain.as(late!), game, { teamId: team.id, organization: 'Open' })
    await refused(following, 'game.team_member_limit_exceeded', 400)
  })

  it('of one offers to play alone there and nowhere else', async () => {
    const game = await domain.game(sizes)
    const [player] = await domain.users(1)
    await refused(alone(player!, game, { organization: 'Open' }), 'game.solo_not_offered', 400)
    await alone(player!, game, { organization: 'Single' })
    expect(await entered(game)).toMatchObject([{ division: 'Single' }])
  })

  it('of divisions that the game has not is dropped, and goes with its division', async () => {
    const game = await domain.game(sizes)
    const { games } = domain.services
    const limits = async () => (await games.editOne(domain.admin, game)).divisionLimits
    expect(await limits()).toEqual(sizes.divisionLimits.slice(0, 2))
    await games.update(domain.admin, game, { title: 'Other' })
    expect(await limits()).toEqual(sizes.divisionLimits.slice(0, 2))
    await games.update(domain.admin, game, { organizations: ['Open'] })
    expect(await limits()).toEqual([{ division: 'Open', limit: 0 }])
    const view = await games.one(domain.as(null), game)
    expect([view.divisionLimits, view.solo]).toEqual([[{ division: 'Open', limit: 0 }], false])
  })
})

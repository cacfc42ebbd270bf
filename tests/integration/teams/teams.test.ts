import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '~/server/platform/time'
import { teamInput } from '~/server/teams/contract'
import { reviewOf } from '../../support/accounts/registrations'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'

let domain: Domain

beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

describe('creating a team', () => {
  it('makes the caller captain and only member', async () => {
    const [user] = await domain.users(1)
    const { services, as } = domain
    const team = await services.teams.create(as(user!), { name: 'Kraken', bio: 'eight arms' })
    const captain = { id: user!.id, userName: user!.name, bio: '', avatar: null, captain: true }
    const nothing = { affiliation: null, website: null, country: null }
    const shown = {
      ...{ name: 'Kraken', bio: 'eight arms', avatar: null, ...nothing },
      ...{ locked: false, members: [captain] }
    }
    expect(team).toEqual({ id: team.id, ...shown })
    expect(await services.teams.mine(as(user!))).toEqual([team])
    expect(await services.teams.one(as(null), team.id)).toEqual(team)
  })

  it('makes a caller of ten at once captain once', async () => {
    const [user] = await domain.users(1)
    const calls = Array.from({ length: 10 }, (_, n) =>
      domain.services.teams.create(domain.as(user!), { name: `Try ${n}` })
    )
    const { done, codes } = await outcomes(calls)
    expect(done).toBe(1)
    expect(new Set(codes)).toEqual(new Set(['team.already_captain']))
    expect(await domain.services.teams.mine(domain.as(user!))).toHaveLength(1)
  })

  it('needs a session and a name', async () => {
    const [user] = await domain.users(1)
    const { teams } = domain.services
    await refused(teams.create(domain.as(null), { name: 'x' }), 'auth.login_required', 401)
    await refused(teams.create(domain.as(user!, { role: 'Banned' }), { name: 'x' }), 'auth.forbidden', 403)
    for (const name of [undefined, null, ''])
      await expect(teams.create(domain.as(user!), { name })).rejects.toMatchObject({
        ...{ code: 'team.name_required', status: 400, params: { field: 'name' } }
      })
  })
})

describe('team names', () => {
  const codeOf = (name: unknown) => teamInput.safeParse({ name }).error?.issues[0]?.message

  it('are trimmed and normalised', () => {
    expect(teamInput.parse({ name: '  Ｋｒａｋｅｎ　' }).name).toBe('Kraken')
    expect(teamInput.parse({ name: 'x'.repeat(50) }).name).toHaveLength(50)
  })
  it.each([
    ['a'.repeat(51), 'field.team_name_too_long'],
    ['a'.repeat(100_000), 'field.team_name_too_long'],
    ['a\u200bb', 'field.team_name_characters'],
    ['a\u202eb', 'field.team_name_characters'],
    ['a\0b', 'field.team_name_characters'],
    ['a\nb', 'field.team_name_characters'],
    ['\u3164', 'field.team_name_characters'],
    ['\ud800', 'field.team_name_characters'],
    [7, 'field.type_mismatch']
  ])('refuse %j', (name, code) => expect(codeOf(name)).toBe(code))
  it('refuse a bio that is too long or cannot be stored', () => {
    expect(teamInput.safeParse({ bio: 'b'.repeat(73) }).error?.issues[0]?.message).toBe(
      'field.team_bio_too_long'
    )
    expect(teamInput.safeParse({ bio: '\0' }).error?.issues[0]?.message).toBe('field.characters')
  })
})

describe('changing a team', () => {
  it('keeps an empty name, clears a null bio, keeps a missing one', async () => {
    const { captain, id } = await domain.team()
    const { teams } = domain.services
    const ctx = domain.as(captain)
    expect(await teams.update(ctx, id, { name: 'Second', bio: 'b' })).toMatchObject({
      name: 'Second',
      bio: 'b'
    })
    expect(await teams.update(ctx, id, { name: '' })).toMatchObject({ name: 'Second', bio: 'b' })
    expect(await teams.update(ctx, id, { name: null, bio: null })).toMatchObject({
      name: 'Second',
      bio: null
    })
  })

  it('conflicts with another version, with administrators too, and changes nothing', async () => {
    const { captain, id } = await domain.team()
    const { teams } = domain.services
    const ctx = domain.as(captain)
    const version = async () => (await teams.details(ctx))[0]!.version
    const first = await version()
    await teams.update(ctx, id, { name: 'Captain', version: first })
    await refused(
      teams.adminUpdate(domain.admin, id, { name: 'Admin', version: first }),
      'edit.conflict',
      409
    )
    const second = await version()
    await teams.adminUpdate(domain.admin, id, { bio: 'Admin', version: second })
    await refused(teams.update(ctx, id, { bio: 'Captain', version: second }), 'edit.conflict', 409)
    expect(await teams.one(ctx, id)).toMatchObject({ name: 'Captain', bio: 'Admin' })
    const third = await version()
    expect((await teams.adminOne(domain.admin, id)).version).toBe(third)
    const all = ['a', 'b', 'c'].map((name) => teams.update(ctx, id, { name, version: third }))
    expect(await outcomes(all)).toEqual({ done: 1, codes: ['edit.conflict', 'edit.conflict'] })
    // Clients without a version may write.
    expect(await teams.update(ctx, id, { name: 'Last' })).toMatchObject({ name: 'Last' })
  })

  it('is for the captain only', async () => {
    const { id, members } = await domain.team(2)
    const [other] = await domain.users(1)
    const { teams } = domain.services
    for (const member of [members[1]!, other!]) {
      await refused(teams.update(domain.as(member), id, { name: 'Mine' }), 'team.captain_only', 403)
      await refused(teams.invite(domain.as(member), id), 'team.captain_only', 403)
      await refused(teams.renewInvite(domain.as(member), id), 'team.captain_only', 403)
    }
    await refused(teams.update(domain.as(null), id, {}), 'auth.login_required', 401)
    await refused(teams.update(domain.as(other!), 999_999, {}), 'team.not_found', 400)
    await refused(teams.invite(domain.as(other!), 999_999), 'team.not_found', 400)
    await refused(teams.one(domain.as(null), 999_999), 'team.not_found', 404)
  })
})

describe('invite codes', () => {
  it('show their team to holders, and to nobody else', async () => {
    const { services, as } = domain
    const { id, captain } = await domain.team()
    const { name } = await services.teams.one(as(captain), id)
    const code = await services.teams.invite(as(captain), id)
    expect(await services.teams.invitedTo(as(null), code)).toBe(name)
    for (const wrong of [
      '',
      'x',
      code.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      code.replace(/:\d+:/, ':999999:')
    ])
      expect(await services.teams.invitedTo(as(null), wrong)).toBeNull()
    await services.teams.renewInvite(as(captain), id)
    expect(await services.teams.invitedTo(as(null), code)).toBeNull()
  })

  it('admit others, also when the name has colons', async () => {
    const [captain, guest] = await domain.users(2)
    const { teams } = domain.services
    const { id } = await teams.create(domain.as(captain!), { name: 'a:1:b' })
    const code = await teams.invite(domain.as(captain!), id)
    expect(code).toMatch(new RegExp(`^a:1:b:${id}:[0-9a-f]{32}$`))
    const team = await teams.accept(domain.as(guest!), code)
    expect(team.members?.map(({ userName, captain }) => [userName, captain])).toEqual([
      [captain!.name, true],
      [guest!.name, false]
    ])
    await refused(teams.accept(domain.as(guest!), code), 'team.already_member', 400)
    await refused(teams.accept(domain.as(captain!), code), 'team.already_member', 400)
  })

  it('are void once they are renewed', async () => {
    const { captain, id } = await domain.team()
    const [guest] = await domain.users(1)
    const { teams } = domain.services
    const old = await teams.invite(domain.as(captain), id)
    const renewed = await teams.renewInvite(domain.as(captain), id)
    expect(renewed).not.toBe(old)
    expect(await teams.invite(domain.as(captain), id)).toBe(renewed)
    await refused(teams.accept(domain.as(guest!), old), 'team.invite_token_mismatch', 400)
    await teams.accept(domain.as(guest!), `any name:${id}:${renewed.slice(-32)}`)
  })

  it.each([
    ['', 'team.invite_code_malformed'],
    ['name:1', 'team.invite_code_malformed'],
    [`name:x:${'a'.repeat(32)}`, 'team.invite_code_malformed'],
    [`name:99999999999:${'a'.repeat(32)}`, 'team.invite_code_malformed'],
    [`name:1:${'A'.repeat(32)}`, 'team.invite_code_malformed'],
    [`name:2147483647:${'a'.repeat(32)}`, 'team.invite_team_not_found']
  ])('refuse %j', async (code, error) => {
    const [guest] = await domain.users(1)
    await refused(domain.services.teams.accept(domain.as(guest!), code), error, 400)
    await refused(domain.services.teams.accept(domain.as(null), code), 'auth.login_required', 401)
  })

  it('admit the same player once in twenty calls', async () => {
    const { captain, id } = await domain.team()
    const [guest] = await domain.users(1)
    const code = await domain.services.teams.invite(domain.as(captain), id)
    const calls = Array.from({ length: 20 }, () => domain.services.teams.accept(domain.as(guest!), code))
    const { done, codes } = await outcomes(calls)
    expect([done, new Set(codes)]).toEqual([1, new Set(['team.already_member'])])
    expect((await domain.services.teams.one(domain.as(null), id)).members).toHaveLength(2)
  })
})

describe('the lock', () => {
  it('holds while an accepted or suspended registration is in a game that has not ended', async () => {
    const { services, as, admin } = domain
    const { id, captain } = await domain.team()
    const gameId = await domain.game()
    const locked = async (now = new Date()) => (await services.teams.one(as(null, { now }), id)).locked
    await services.participations.join(as(captain), gameId, { teamId: id })
    expect(await locked()).toBe(false)
    const [{ id: participation } = { id: 0 }] = await reviewOf(services, admin, gameId)
    await services.participations.setStatus(admin, participation, 'Accepted')
    expect(await locked()).toBe(true)
    await services.participations.setStatus(admin, participation, 'Suspended')
    expect(await locked()).toBe(true)
    expect(await locked(new Date(Date.now() + 2 * HOUR_MS))).toBe(false)
    await domain.stores.db.pool.query('UPDATE teams SET admin_locked = true WHERE id = $1', [id])
    expect(await locked(new Date(Date.now() + 2 * HOUR_MS))).toBe(true)
  })

  it('does not follow from a rejection, and ends with one', async () => {
    const { services, as, admin } = domain
    const { id, captain } = await domain.team()
    const gameId = await domain.game()
    await services.participations.join(as(captain), gameId, { teamId: id })
    const [row] = await reviewOf(services, admin, gameId)
    const { setStatus } = services.participations
    const locked = async () => (await services.teams.one(as(null), id)).locked
    await setStatus(admin, row!.id, 'Rejected')
    expect(await locked()).toBe(false)
    await services.participations.join(as(captain), gameId, { teamId: id })
    for (const held of ['Accepted', 'Suspended'] as const) {
      await setStatus(admin, row!.id, 'Accepted')
      await setStatus(admin, row!.id, held)
      expect(await locked()).toBe(true)
      await setStatus(admin, row!.id, 'Rejected')
      expect(await locked()).toBe(false)
      await services.participations.join(as(captain), gameId, { teamId: id })
    }
  })
})

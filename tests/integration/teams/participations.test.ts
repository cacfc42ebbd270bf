import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockLedger } from '~/server/ledger'
import { HOUR_MS } from '~/server/platform/time'
import { addToTeam, inStatus, ledger, only, reviewOf } from '../../support/accounts/registrations'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'

let domain: Domain

beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const past = () => new Date(Date.now() - HOUR_MS)

describe('joining', () => {
  it('registers the team with its first member, pending', async () => {
    const { services, as } = domain
    const gameId = await domain.game()
    const { id: teamId, captain, members } = await domain.team(2)
    await services.participations.join(as(captain), gameId, { teamId, organization: 'ignored' })
    const row = await only(domain, gameId)
    expect(row).toMatchObject({ status: 'Pending', organization: null, registeredMembers: [captain.id] })
    expect(row.team).toMatchObject({ id: teamId, captainId: captain.id, locked: false })
    expect(row.team.members?.map(({ userId }) => userId)).toEqual(members.map(({ id }) => id))
    expect(await services.games.one(as(captain), gameId)).toMatchObject({ status: 'Pending', teamCount: 1 })
    expect(await services.games.one(as(members[1]!), gameId)).toMatchObject({ status: 'Unsubmitted' })
    expect(await ledger(domain, gameId)).toEqual([])
  })

  it('signs a token that the public key of the game verifies', async () => {
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

  it('accepts at once without review, with a ledger entry', async () => {
    const { services, as } = domain
    const gameId = await domain.game({ acceptWithoutReview: true, organizations: ['one', 'two'] })
    const { id: teamId, captain } = await domain.team()
    await services.participations.join(as(captain), gameId, { teamId, organization: 'two' })
    const { id, status } = await only(domain, gameId)
    expect(status).toBe('Accepted')
    expect(await ledger(domain, gameId)).toEqual([['admit', id, { division: 'two' }]])
  })

  it('lets one team keep the division of its first member', async () => {
    const { services, as } = domain
    const gameId = await domain.game({ organizations: ['one', 'two'] })
    const { id: teamId, members } = await domain.team(3)
    const [first, second, third] = members.map((member) => as(member))
    await services.participations.join(first!, gameId, { teamId, organization: 'one' })
    await services.participations.join(second!, gameId, { teamId, organization: 'two' })
    await services.participations.join(third!, gameId, { teamId })
    const row = await only(domain, gameId)
    expect([row.organization, row.registeredMembers.length]).toEqual(['one', 3])
  })

  it('refuses in the order of the rules', async () => {
    const { services, as } = domain
    const { join } = services.participations
    const { id: teamId, captain } = await domain.team()
    const [stranger] = await domain.users(1)
    const wrong = { teamId: 999_999, inviteCode: 'no', organization: 'no' }
    const rules = { inviteCode: 'secret', organizations: ['one'] }
    const ended = { start: new Date(Date.now() - 2 * HOUR_MS), end: past(), practiceMode: false }
    const over = await domain.game({ ...rules, ...ended })
    await refused(join(as(null), over, wrong), 'auth.login_required', 401)
    await refused(join(as(captain), 999_999, wrong), 'game.not_found', 404)
    expect((await refused(join(as(captain), over, wrong), 'game.ended', 400)).bodyStatus).toBe(10002)
    const gameId = await domain.game(rules)
    await refused(join(as(captain), gameId, wrong), 'game.invite_code_invalid', 400)
    await refused(join(as(captain), gameId, { ...wrong, inviteCode: null }), 'game.invite_code_required', 400)
    await refused(join(as(captain), gameId, { ...wrong, inviteCode: ' ' }), 'game.invite_code_required', 400)
    const invited = { ...wrong, inviteCode: 'secret' }
    await refused(join(as(captain), gameId, invited), 'game.organization_invalid', 400)
    await refused(join(as(captain), gameId, { ...invited, teamId }), 'game.organization_invalid', 400)
    const divided = { ...invited, organization: 'one' }
    await refused(join(as(captain), gameId, divided), 'team.not_found', 404)
    await refused(join(as(stranger!), gameId, { ...divided, teamId }), 'game.not_team_member', 400)
    await join(as(captain), gameId, { ...divided, teamId })
    await refused(join(as(captain), gameId, { ...divided, teamId }), 'game.already_joined', 400)
  })

  it('is possible before the start, and after the end in practice mode', async () => {
    const { services, as } = domain
    const early = await domain.game({
      start: new Date(Date.now() + HOUR_MS),
      end: new Date(Date.now() + 2 * HOUR_MS)
    })
    const late = await domain.game({ start: new Date(Date.now() - 2 * HOUR_MS), end: past() })
    const { id: teamId, captain } = await domain.team()
    for (const gameId of [early, late]) await services.participations.join(as(captain), gameId, { teamId })
  })

  it('counts the members of the team, not the registered ones: twenty at once of too large a team', async () => {
    const { services, as } = domain
    const gameId = await domain.game({ teamMemberCountLimit: 3, acceptWithoutReview: true })
    const large = await domain.team(4)
    const calls = large.members.map((member) =>
      services.participations.join(as(member), gameId, { teamId: large.id })
    )
    const { done, codes } = await outcomes(calls)
    expect([done, codes]).toEqual([0, Array(4).fill('game.team_member_limit_exceeded')])
    const small = await domain.team(3)
    await Promise.all(
      small.members.map((member) => services.participations.join(as(member), gameId, { teamId: small.id }))
    )
    const { id, registeredMembers } = await only(domain, gameId)
    expect(registeredMembers).toHaveLength(3)
    expect(await ledger(domain, gameId)).toEqual([['admit', id, { division: null }]])
  })

  it('keeps places for who belonged to the team before somebody joined it by a code, who gets none', async () => {
    const { services, as } = domain
    const { join, joinOptions } = services.participations
    const gameId = await domain.game({ teamMemberCountLimit: 3, acceptWithoutReview: true })
    const team = await domain.team(3)
    await join(as(team.members[2]!), gameId, { teamId: team.id })
    const [late] = await domain.users(1)
    await addToTeam(domain, team, late!)
    const places = await Promise.all(
      [team.captain, late!].map(async (user) => (await joinOptions(as(user), gameId)).teams[0]!.place)
    )
    expect(places).toEqual([1, 4])
    await refused(join(as(late!), gameId, { teamId: team.id }), 'game.team_member_limit_exceeded', 400)
    for (const member of team.members.slice(0, 2)) await join(as(member), gameId, { teamId: team.id })
    expect((await only(domain, gameId)).registeredMembers).toHaveLength(3)
    await refused(join(as(late!), gameId, { teamId: team.id }), 'game.team_member_limit_exceeded', 400)
    // Whoever signs the team up again does so for all of it.
    const { id } = await only(domain, gameId)
    await services.participations.setStatus(domain.admin, id, 'Rejected')
    await refused(join(as(team.captain), gameId, { teamId: team.id }), 'game.team_member_limit_exceeded', 400)
  })

  it('gives one registration to twenty calls of one player, also for two teams', async () => {
    const { services, as } = domain
    const gameId = await domain.game()
    const own = await domain.team()
    const other = await domain.team()
    await addToTeam(domain, other, own.captain)
    const calls = Array.from({ length: 20 }, (_, n) =>
      services.participations.join(as(own.captain), gameId, { teamId: n % 2 ? own.id : other.id })
    )
    const { done, codes } = await outcomes(calls)
    expect([done, new Set(codes)]).toEqual([1, new Set(['game.already_joined'])])
    await only(domain, gameId)
  })

  it('loses no team of many at once', async () => {
    const { services, as, admin } = domain
    const gameId = await domain.game({ acceptWithoutReview: true })
    const teams = await Promise.all(Array.from({ length: 15 }, () => domain.team()))
    await Promise.all(
      teams.map(({ id, captain }) => services.participations.join(as(captain), gameId, { teamId: id }))
    )
    expect(await reviewOf(services, admin, gameId)).toHaveLength(15)
    expect(await ledger(domain, gameId)).toHaveLength(15)
  })

  it('makes one participation with one token for a whole team at once', async () => {
    const { services, as, stores } = domain
    const gameId = await domain.game({ organizations: ['one', 'two'] })
    const { id: teamId, members } = await domain.team(10)
    const { done } = await outcomes(
      members.map((member, n) =>
        services.participations.join(as(member), gameId, { teamId, organization: n % 2 ? 'one' : 'two' })
      )
    )
    expect(done).toBe(10)
    const row = await only(domain, gameId)
    expect(row.registeredMembers).toHaveLength(10)
    const standings = await Promise.all(members.map((member) => services.games.standing(as(member), gameId)))
    expect(new Set(standings.map((one) => `${one?.token} ${one?.division}`)).size).toBe(1)
    const { rows } = await stores.db.pool.query('SELECT token FROM participations WHERE game_id = $1', [
      gameId
    ])
    expect(rows).toEqual([{ token: standings[0]!.token }])
  })

  it('accepts listed divisions only, and follows that of the team', async () => {
    const { services, as } = domain
    const { join } = services.participations
    const gameId = await domain.game({ organizations: ['one', 'two'] })
    const { id: teamId, members } = await domain.team(2)
    const [first, second] = members.map((member) => as(member))
    for (const organization of [undefined, null, '', 'One', 'one ', 'three'])
      await refused(join(first!, gameId, { teamId, organization }), 'game.organization_invalid', 400)
    await join(first!, gameId, { teamId, organization: 'one' })
    await refused(join(second!, gameId, { teamId, organization: 'three' }), 'game.organization_invalid', 400)
    await join(second!, gameId, { teamId, organization: '' })
    expect((await only(domain, gameId)).organization).toBe('one')
  })

  it('gives a place in two games at once', async () => {
    const { services, as } = domain
    const { id: teamId, members } = await domain.team(4)
    const games = await Promise.all([1, 2, 3].map(() => domain.game({ acceptWithoutReview: true })))
    const { done } = await outcomes(
      games.flatMap((gameId) =>
        members.map((one) => services.participations.join(as(one), gameId, { teamId }))
      )
    )
    expect(done).toBe(12)
    for (const gameId of games)
      expect(await only(domain, gameId)).toMatchObject({
        status: 'Accepted',
        registeredMembers: { length: 4 }
      })
  })

  it('is refused with a foreign team, whatever else is right, and leaves no trace', async () => {
    const { services, as, admin } = domain
    const gameId = await domain.game({ acceptWithoutReview: true })
    const [own, foreign] = [await domain.team(), await domain.team()]
    const calls = Array.from({ length: 10 }, () =>
      services.participations.join(as(own.captain), gameId, { teamId: foreign.id })
    )
    const { done, codes } = await outcomes(calls)
    expect([done, new Set(codes)]).toEqual([0, new Set(['game.not_team_member'])])
    expect(await reviewOf(services, admin, gameId)).toEqual([])
  })

  it('fails with a clear error while team or game are deleted, or succeeds', async () => {
    const { services, as, stores } = domain
    for (const table of ['teams', 'games', 'teams', 'games']) {
      const gameId = await domain.game({ acceptWithoutReview: true })
      const { id: teamId, members } = await domain.team(6)
      const joins = members.map((one) => services.participations.join(as(one), gameId, { teamId }))
      const id = table === 'teams' ? teamId : gameId
      const [{ codes }] = await Promise.all([
        outcomes(joins),
        stores.db.transaction(async (sql) => {
          if (table === 'games') await lockLedger(sql, gameId)
          await sql.query(`DELETE FROM ${table} WHERE id = $1`, [id])
        })
      ])
      const gone = table === 'teams' ? 'team.not_found' : 'game.not_found'
      expect(codes.filter((code) => code !== gone)).toEqual([])
      const { rows } = await stores.db.pool.query('SELECT 1 FROM participations WHERE game_id = $1', [gameId])
      expect(rows).toEqual([])
    }
  })

  it('keeps a suspended team suspended, even without review', async () => {
    const { services, as, admin } = domain
    const gameId = await domain.game({ acceptWithoutReview: true })
    const { id: teamId, members } = await domain.team(2)
    await services.participations.join(as(members[0]!), gameId, { teamId })
    const { id } = await only(domain, gameId)
    await services.participations.setStatus(admin, id, 'Suspended')
    await services.participations.join(as(members[1]!), gameId, { teamId })
    expect((await only(domain, gameId)).status).toBe('Suspended')
    expect((await ledger(domain, gameId)).map(([kind]) => kind)).toEqual(['admit', 'suspend'])
  })

  it('keeps the row and chooses the division anew after a rejection', async () => {
    const { services, as, admin } = domain
    const gameId = await domain.game({ organizations: ['one', 'two'] })
    const { id: teamId, members } = await domain.team(2)
    const [first, second] = members.map((member) => as(member))
    await services.participations.join(first!, gameId, { teamId, organization: 'one' })
    const { id } = await only(domain, gameId)
    await services.participations.setStatus(admin, id, 'Rejected')
    await refused(services.participations.join(second!, gameId, { teamId }), 'game.organization_invalid')
    await services.participations.join(second!, gameId, { teamId, organization: 'two' })
    const row = await only(domain, gameId)
    expect(row).toMatchObject({ id, status: 'Pending', organization: 'two' })
    expect(row.registeredMembers).toHaveLength(2)
    await refused(services.participations.join(first!, gameId, { teamId }), 'game.already_joined')
  })

  it('leaves the rejected team when it is with another one', async () => {
    const { services, as, admin } = domain
    const { gameId, team } = await inStatus(domain, 'Rejected')
    const other = await domain.team()
    await addToTeam(domain, other, team.captain)
    await services.participations.join(as(team.captain), gameId, { teamId: other.id })
    const rows = await reviewOf(services, admin, gameId)
    expect(rows.map((row) => [row.team.id, row.status])).toEqual([[other.id, 'Pending']])
  })
})

describe('leaving', () => {
  it.each(['Pending', 'Rejected'] as const)('is permitted while %s; the last one ends it', async (status) => {
    const { services, as, admin } = domain
    const { gameId, team } = await inStatus(domain, status)
    await services.participations.leave(as(team.captain), gameId)
    expect(await reviewOf(services, admin, gameId)).toEqual([])
    expect(await services.games.one(as(team.captain), gameId)).toMatchObject({
      status: 'Unsubmitted',
      teamCount: 0
    })
    await refused(services.participations.leave(as(team.captain), gameId), 'game.not_joined', 400)
  })

  it.each(['Accepted', 'Suspended'] as const)('is refused while %s', async (status) => {
    const { services, as } = domain
    const { gameId, team } = await inStatus(domain, status)
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
    expect((await only(domain, gameId)).registeredMembers).toEqual([members[1]!.id])
  })

  it('is each player’s own', async () => {
    const { services, as } = domain
    const { join, leave } = services.participations
    const gameId = await domain.game({ teamMemberCountLimit: 3 })
    const { id: teamId, members } = await domain.team(3)
    const [first, second, third] = members.map((member) => as(member))
    await join(first!, gameId, { teamId })
    await join(second!, gameId, { teamId })
    await refused(leave(third!, gameId), 'game.not_joined', 400)
    await leave(first!, gameId)
    await join(third!, gameId, { teamId })
    const { registeredMembers } = await only(domain, gameId)
    expect(registeredMembers).toEqual([members[1]!.id, members[2]!.id])
  })

  it('ends with a participation exactly when somebody is left, for all at once and some returning', async () => {
    const { services, as, admin } = domain
    const { join, leave } = services.participations
    for (let round = 0; round < 5; round++) {
      const gameId = await domain.game()
      const { id: teamId, members } = await domain.team(6)
      for (const member of members) await join(as(member), gameId, { teamId })
      await Promise.all(members.map((member) => leave(as(member), gameId)))
      expect(await reviewOf(services, admin, gameId)).toEqual([])
      await join(as(members[0]!), gameId, { teamId })
      await outcomes([
        leave(as(members[0]!), gameId),
        ...members.slice(1, 3).map((one) => join(as(one), gameId, { teamId }))
      ])
      const { registeredMembers } = await only(domain, gameId)
      expect(new Set(registeredMembers)).toEqual(new Set([members[1]!.id, members[2]!.id]))
    }
  })

  it('never leaves an accepted team without players, also during an acceptance', async () => {
    const { services, as, admin } = domain
    for (let round = 0; round < 10; round++) {
      const { gameId, id, team } = await inStatus(domain, 'Pending')
      const left = services.participations.leave(as(team.captain), gameId)
      const accepted = services.participations.setStatus(admin, id, 'Accepted')
      const { done } = await outcomes([left, accepted])
      const rows = await reviewOf(services, admin, gameId)
      expect(done).toBe(1)
      expect(rows.map(({ status, registeredMembers }) => [status, registeredMembers.length])).toEqual(
        rows.length === 0 ? [] : [['Accepted', 1]]
      )
    }
  })
})

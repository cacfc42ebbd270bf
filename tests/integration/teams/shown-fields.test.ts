import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listPersonalData } from '~/server/personal-data/queries'
import { adminTeamForm, adminTeamInput, teamInput } from '~/server/teams/contract'
import { type Domain, openDomain, refused } from '../../support/domain'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const GIVEN = { affiliation: 'Harbour School', website: 'https://example.org/crew', country: 'CZ' }
const NOTHING = { affiliation: null, website: null, country: null }

describe('what a team shows of itself', () => {
  it.each([
    ['country', 'Czechia', 'field.country_unknown'],
    ['country', 'cz', 'field.country_unknown'],
    ['country', 'ZZ', 'field.country_unknown'],
    ['country', 7, 'field.country_unknown'],
    ['website', 'http://example.org', 'field.website_malformed'],
    ['website', 'https://user:pass@example.org', 'field.website_malformed'],
    ['website', 'javascript:alert(1)//https://', 'field.website_malformed'],
    ['website', `https://example.org/${'x'.repeat(200)}`, 'field.website_too_long'],
    ['affiliation', 'x'.repeat(65), 'field.affiliation_too_long'],
    ['affiliation', 'a\0b', 'field.characters'],
    ['affiliation', 7, 'field.type_mismatch']
  ])('is refused by its field: %s %j', (field, value, code) => {
    const form = { name: 'A', bio: '', ...NOTHING }
    for (const schema of [teamInput, adminTeamInput, adminTeamForm]) {
      const issues = schema.safeParse({ ...form, [field]: value }).error?.issues ?? []
      expect(issues.map(({ path, message }) => [path, message])).toEqual([[[field], code]])
    }
  })

  it('is kept when absent, and cleared by null and by nothing', async () => {
    const { captain, id } = await domain.team()
    const { teams } = domain.services
    const ctx = domain.as(captain)
    const update = (input: object) => teams.update(ctx, id, teamInput.parse(input))
    expect(await update({ bio: 'b', ...GIVEN })).toMatchObject({ bio: 'b', ...GIVEN })
    expect(await update({ bio: 'c' })).toMatchObject({ bio: 'c', ...GIVEN })
    expect(await update({ country: '', website: ' ', affiliation: ' ' })).toMatchObject({
      bio: 'c',
      ...NOTHING
    })
    await update(GIVEN)
    expect(await update(NOTHING)).toMatchObject({ bio: 'c', ...NOTHING })
    expect((await teams.mine(ctx))[0]).toMatchObject(NOTHING)
  })

  it('may be said by who founds the team, and is read by everybody', async () => {
    const [user] = await domain.users(1)
    const { teams } = domain.services
    const made = await teams.create(domain.as(user!), teamInput.parse({ name: 'Founded', ...GIVEN }))
    expect(made).toMatchObject(GIVEN)
    expect(await teams.one(domain.as(null), made.id)).toMatchObject(GIVEN)
    expect(await teams.shown(made.id)).toEqual(GIVEN)
    // What is kept in memory is let go.
    await teams.update(domain.as(user!), made.id, { country: 'DE' })
    expect(await teams.shown(made.id)).toEqual({ ...GIVEN, country: 'DE' })
    expect(await teams.shown(999_999)).toEqual(NOTHING)
  })

  it('is changed by the captain and administrators alone', async () => {
    const { id, members } = await domain.team(2)
    const { teams } = domain.services
    const [stranger] = await domain.users(1)
    for (const [ctx, code, status] of [
      [domain.as(null), 'auth.login_required', 401],
      [domain.as(members[1]!), 'team.captain_only', 403],
      [domain.as(stranger!), 'team.captain_only', 403]
    ] as const)
      await refused(teams.update(ctx, id, GIVEN), code, status)
    await refused(teams.adminUpdate(domain.as(members[0]!), id, GIVEN), 'auth.forbidden', 403)
    expect(await teams.one(domain.admin, id)).toMatchObject(NOTHING)
  })

  it('is changed by administrators with an entry of what changed, and conflicts like all else', async () => {
    const { id, captain } = await domain.team()
    const { teams } = domain.services
    const { version } = await teams.adminOne(domain.admin, id)
    await teams.adminUpdate(domain.admin, id, { ...adminTeamInput.parse(GIVEN), version })
    await refused(teams.update(domain.as(captain), id, { country: 'DE', version }), 'edit.conflict', 409)
    await teams.adminUpdate(domain.admin, id, adminTeamInput.parse({ name: null, bio: null }))
    expect(await teams.adminOne(domain.admin, id)).toMatchObject({ ...GIVEN, version: version + 1 })
    const { rows } = await domain.stores.db.pool.query(
      `SELECT before, after FROM audit_events WHERE action = 'team_updated' AND target = $1`,
      [`team:${id}`]
    )
    expect(rows).toEqual([{ before: NOTHING, after: GIVEN }])
  })

  it('is in what a captain takes along of the own team, not in that of a member', async () => {
    const { id, members } = await domain.team(2)
    await domain.services.teams.update(domain.as(members[0]!), id, GIVEN)
    const listed = async (person: { id: string }) =>
      (await listPersonalData(domain.stores.db.pool, person.id)) as unknown as { teams: object[] }
    expect((await listed(members[0]!)).teams).toMatchObject([{ captain: true, ...GIVEN }])
    expect((await listed(members[1]!)).teams).toMatchObject([{ captain: false, ...NOTHING }])
  })
})

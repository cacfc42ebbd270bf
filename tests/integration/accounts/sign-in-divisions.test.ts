import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { DivisionRule } from '~/server/sign-in/contract'
import { openSignInSuite } from '../../support/accounts/sign-in-suite'
import { refused } from '../../support/domain'

const suite = openSignInSuite()
const { signIn, actorOf, sql, providers, providerOf, visitor } = suite
const services = () => suite.domain.services

let game: number
let provider: string
const STUDENTS = 'Students'

beforeAll(async () => {
  game = await suite.domain.game({ organizations: ['Open', STUDENTS, 'Staff'] })
  const [club] = await sql(`SELECT id FROM sign_in_providers WHERE slug = 'club'`)
  provider = club.id
})
const rule = (change: Partial<DivisionRule> = {}): DivisionRule => ({
  ...{ game, claim: 'groups', value: 'students', division: STUDENTS },
  ...change
})
const rules = (divisions: DivisionRule[], enabled = true) =>
  providers().update(suite.domain.admin, provider, providerOf({ divisions, enabled }))
afterEach(() => rules([]))

let made = 0
/** Somebody who has logged in by the provider, with a team. */
async function player(claims: Record<string, unknown> = {}, name = `div${++made}`) {
  const actor = await actorOf(await signIn(name, claims))
  const ctx = { ...visitor(), actor }
  const { id } = await services().teams.create(ctx, { name: `Crew ${name}` })
  return { ctx, name, team: id, again: (next: Record<string, unknown>) => signIn(name, next) }
}
type Player = Awaited<ReturnType<typeof player>>
const join = ({ ctx, team }: Player, organization?: string) =>
  services().participations.join(ctx, game, { teamId: team, ...(organization && { organization }) })
const divisionOf = async ({ team }: Player) =>
  (await sql('SELECT division FROM participations WHERE team_id = $1', team))[0]?.division ?? null

describe('a division that a rule names', () => {
  it('takes those who proved it, and nobody else; other divisions stay open', async () => {
    await rules([rule()])
    const [student, guest] = [await player({ groups: ['students'] }), await player({ groups: ['student'] })]
    await join(student, STUDENTS)
    await refused(join(guest, STUDENTS), 'game.division_unproven', 400)
    expect(await divisionOf(guest)).toBeNull()
    await join(guest, 'Open')
    expect([await divisionOf(student), await divisionOf(guest)]).toEqual([STUDENTS, 'Open'])
    // An account with a password alone has proven nothing.
    const local = await suite.domain.team()
    const ctx = suite.domain.as(local.captain)
    const input = { teamId: local.id, organization: STUDENTS }
    await refused(services().participations.join(ctx, game, input), 'game.division_unproven', 400)
  })

  it('is chosen for who proved just one and names none', async () => {
    await rules([rule(), rule({ claim: 'unit', value: 'x', division: 'Staff' })])
    const student = await player({ groups: ['students'] })
    await join(student)
    expect(await divisionOf(student)).toBe(STUDENTS)
    await refused(join(await player()), 'game.organization_invalid', 400)
    const { reserved } = await services().participations.joinOptions(
      (await player({ groups: 'students' })).ctx,
      game
    )
    expect(reserved).toEqual({ proven: [STUDENTS], closed: ['Staff'] })
  })

  it('asks each member who follows, and who comes again after a rejection', async () => {
    await rules([rule()])
    const student = await player({ groups: ['students'] })
    await join(student, STUDENTS)
    const friend = await player()
    await services().teams.accept(friend.ctx, await services().teams.invite(student.ctx, student.team))
    const follow = (organization?: string) =>
      services().participations.join(friend.ctx, game, {
        teamId: student.team,
        ...(organization && { organization })
      })
    await refused(follow(), 'game.division_unproven', 400)
    // Naming another division does not lead around it.
    await refused(follow('Open'), 'game.division_unproven', 400)
    await sql(`UPDATE participations SET status = 'Rejected' WHERE team_id = $1`, student.team)
    await refused(follow(STUDENTS), 'game.division_unproven', 400)
    await friend.again({ groups: ['students'] })
    await follow(STUDENTS)
  })

  it('takes along nobody who has proven nothing, when a rejected team signs up again for it', async () => {
    await rules([rule()])
    const [student, proven, guest] = [
      await player({ groups: ['students'] }),
      await player({ groups: ['students'] }),
      await player()
    ]
    const { teams, participations, games } = services()
    const follow = ({ ctx }: Player) =>
      participations.join(ctx, game, { teamId: student.team, organization: 'Open' })
    await join(student, 'Open')
    for (const friend of [proven, guest]) {
      await teams.accept(friend.ctx, await teams.invite(student.ctx, student.team))
      await follow(friend)
    }
    const [{ id }] = await sql('SELECT id FROM participations WHERE team_id = $1', student.team)
    await participations.setStatus(suite.domain.admin, id, 'Rejected')
    expect(await games.standing(guest.ctx, game)).not.toBeNull()
    await join(student, STUDENTS)
    await participations.setStatus(suite.domain.admin, id, 'Accepted')
    const players = await Promise.all([student, proven, guest].map(({ ctx }) => games.standing(ctx, game)))
    expect(players.map((standing) => standing?.division ?? null)).toEqual([STUDENTS, STUDENTS, null])
    await refused(follow(guest), 'game.division_unproven', 400)
  })

  it('is lost at a login that does not meet the rule, when the rule changes and while the provider is off', async () => {
    await rules([rule()])
    const fallen = await player({ groups: ['students'] })
    await fallen.again({ groups: [] })
    await refused(join(fallen, STUDENTS), 'game.division_unproven', 400)
    await fallen.again({ groups: ['students'] })
    await rules([rule({ value: 'freshers' })])
    await refused(join(fallen, STUDENTS), 'game.division_unproven', 400)
    // A provider that is off keeps the division closed, to those whom it had vouched for as well.
    await rules([rule()], false)
    await refused(join(fallen, STUDENTS), 'game.division_unproven', 400)
    await rules([rule()])
    await join(fallen, STUDENTS)
    // Who plays stays, whatever comes later.
    await fallen.again({ groups: [] })
    expect(await divisionOf(fallen)).toBe(STUDENTS)
  })

  it('is proven by the domain of a verified address alone', async () => {
    await rules([rule({ claim: 'email_domain', value: 'uni.example' })])
    const inside = await player({ email: 'a@Uni.Example', email_verified: true, email_domain: 'evil' })
    await join(inside, STUDENTS)
    for (const [n, email] of [
      'x@evil-uni.example',
      'uni.example@evil.example',
      'y@sub.uni.example'
    ].entries())
      await refused(
        join(await player({ email, email_verified: true, email_domain: 'uni.example' }), STUDENTS),
        'game.division_unproven'
      ).catch((error) => {
        throw new Error(`${n} ${email}`, { cause: error })
      })
    // Known by its subject, with an address that is no longer verified.
    const later = await player()
    await later.again({ email: 'z@uni.example', email_verified: false })
    await refused(join(later, STUDENTS), 'game.division_unproven')
  })

  it('is not opened by rules of other games, other providers or the names of objects', async () => {
    const other = await suite.domain.game({ organizations: [STUDENTS] })
    await rules([rule(), rule({ game: other, value: 'others' })])
    await refused(join(await player({ groups: ['others'] }), STUDENTS), 'game.division_unproven')
    await rules([rule({ claim: 'constructor.name', value: 'Object' })])
    await refused(join(await player(), STUDENTS), 'game.division_unproven')
    // Rule and proof of another provider with the same words.
    await rules([])
    const [twin] = await sql(`SELECT id FROM sign_in_providers WHERE slug = 'other'`)
    const of = (divisions: DivisionRule[]) =>
      providers().update(suite.domain.admin, twin.id, providerOf({ name: 'Other', divisions }))
    await rules([rule()])
    const student = await player({ groups: ['students'] })
    await rules([])
    await of([rule()])
    await refused(join(student, STUDENTS), 'game.division_unproven')
    await of([])
    await join(student, STUDENTS)
  })
})

describe('rules', () => {
  it.each([
    [{ game: 2_000_000_000 }, 'division_unknown'],
    [{ division: 'Nobody' }, 'division_unknown']
  ])('for a division that does not exist are refused: %j', async (change, code) => {
    const error = await refused(rules([rule(change)]), `sign_in.${code}`, 400)
    expect(error.extra).toEqual({ field: 'divisions' })
    expect(
      (await sql('SELECT divisions FROM sign_in_providers WHERE id = $1', provider))[0].divisions
    ).toEqual([])
  })

  it('keep the name of their division: a renamed one would be open to everybody', async () => {
    await rules([rule()], false)
    const rename = (organizations: string[]) =>
      services().games.update(suite.domain.admin, game, { organizations })
    const error = await refused(rename(['Open', 'Students 2026', 'Staff']), 'game.division_ruled', 400)
    expect(error.extra).toEqual({ field: 'organizations' })
    expect(error.params).toEqual({ list: `${STUDENTS} (Club)` })
    await rename(['Open', STUDENTS])
    await rename(['Open', STUDENTS, 'Staff'])
    await rules([])
    await rename(['Open', 'Staff'])
    await rename(['Open', STUDENTS, 'Staff'])
  })

  it('go with their game without harm', async () => {
    const gone = await suite.domain.game({ organizations: [STUDENTS] })
    await rules([rule({ game: gone }), rule()])
    await services().games.remove(suite.domain.admin, gone)
    await join(await player({ groups: ['students'] }), STUDENTS)
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { GAME_ROLES, type GameRole } from '~/server/access/constants'
import type { Ctx } from '~/server/access/contract'
import { STAFF_INVITATIONS, STAFF_LIMITS } from '~/server/game-staff/constants'
import { type StaffInvitationInput, staffInvitationInput } from '~/server/game-staff/contract'
import { deliver } from '~/tests/support/accounts/accounts'
import { openMailSuite } from '~/tests/support/accounts/mail-suite'
import { outcomes, refused } from '~/tests/support/domain'
import type { Member } from '~/tests/support/fixtures'

const suite = openMailSuite()

/** For tests that do not change who may invite. */
let game: number
beforeAll(async () => {
  game = await suite.domain.game()
})

const service = () => suite.domain.services.gameStaff
const query = async (text: string, ...values: unknown[]) => (await suite.sql.query(text, values)).rows
const newUser = async () => (await suite.domain.users(1))[0]!

/** A caller as a request makes one, with a login that was confirmed. */
async function callerOf(member: Member): Promise<Ctx> {
  const ctx = suite.domain.as(member)
  const { sessionId } = ctx.actor!
  await query(
    `INSERT INTO sessions (id, user_id, expires_at) VALUES ($1, $2, now() + interval '1 day')
     ON CONFLICT (id) DO NOTHING`,
    ...[sessionId, member.id]
  )
  const roles = await query('SELECT game_id, role FROM game_staff WHERE user_id = $1', member.id)
  const [{ role }] = await query('SELECT role FROM users WHERE id = $1', member.id)
  const games = Object.fromEntries(roles.map((one) => [one.game_id, one.role]))
  return { ...ctx, actor: { ...ctx.actor!, role, ...(roles.length > 0 && { games }) } }
}

async function staffOf(id: number, role: GameRole): Promise<Member> {
  const member = await newUser()
  await service().add(suite.domain.admin, id, { who: member.name, role })
  return member
}

const invite = (input: Partial<StaffInvitationInput> = {}, id = game, by = suite.domain.admin) =>
  service().invite(by, id, { role: 'author', days: 7, ...input })
const accept = async (member: Member, code: string) =>
  service().acceptInvitation(await callerOf(member), code)
const rolesOf = async (id: number) =>
  (await query('SELECT user_id, role FROM game_staff WHERE game_id = $1', id)).map(
    (one) => `${one.user_id} ${one.role}`
  )

/** That nobody can look at it or use it, and that no answer tells why. */
async function isDead(code: string) {
  const error = await refused(
    service().invitation(suite.domain.as(null), code),
    'staff.invitation_not_found',
    404
  )
  const other = await refused(accept(await newUser(), code), 'staff.invitation_not_found', 404)
  expect([error.params, other.params]).toEqual([{}, {}])
}

describe('an invitation to the staff', () => {
  it('says what it is for, gives its role once, and is audited', async () => {
    const { id, code, mailed } = await invite({ role: 'referee' })
    expect([mailed, code]).toEqual([false, expect.stringMatching(/^[0-9a-f]{32}$/)])
    const { userName } = suite.domain.admin.actor!
    const shown = { game: 'Game', role: 'referee', by: userName }
    expect(await service().invitation(suite.domain.as(null), code)).toMatchObject({ ...shown, yours: false })
    const invited = await newUser()
    expect(await service().invitation(suite.domain.as(invited), code)).toMatchObject({
      ...shown,
      yours: true
    })
    const listed = await service().invitations(suite.domain.admin, game)
    expect(listed.find((one) => one.id === id)).toMatchObject({ role: 'referee', email: null, by: userName })
    await refused(service().acceptInvitation(suite.domain.as(null), code), 'auth.login_required', 401)

    expect(await accept(invited, code)).toEqual({ id: game, role: 'referee' })
    expect(await rolesOf(game)).toContain(`${invited.id} referee`)
    const [stored] = await query('SELECT added_by FROM game_staff WHERE user_id = $1', invited.id)
    expect(stored.added_by).toBe(suite.domain.admin.actor!.id)
    await isDead(code)
    expect((await service().invitations(suite.domain.admin, game)).map((one) => one.id)).not.toContain(id)
    const acts = await query(
      `SELECT action, actor_id, after FROM audit_events WHERE target = $1 AND after->>'id' = $2 OR after->>'invitation' = $2
       ORDER BY id`,
      ...[`game:${game}`, String(id)]
    )
    expect(acts).toMatchObject([
      { action: 'game_staff_invited', actor_id: suite.domain.admin.actor!.id, after: { role: 'referee' } },
      {
        action: 'game_staff_invitation_accepted',
        actor_id: invited.id,
        after: { account: invited.id, role: 'referee', invitedBy: suite.domain.admin.actor!.id }
      }
    ])
  })

  it('is stored as a hash alone', async () => {
    const { code } = await invite({ email: 'hash@halyard.example' })
    const found = await query('SELECT i::text AS row FROM game_staff_invitations i')
    const audited = await query(`SELECT a::text AS row FROM audit_events a WHERE action LIKE 'game_staff%'`)
    expect(found.length).toBeGreaterThan(0)
    for (const { row } of [...found, ...audited]) expect(row).not.toContain(code)
    // Erasing a person could not take the address out of the audit.
    for (const { row } of audited) expect(row).not.toContain('hash@halyard.example')
  })

  it('gives its role to one of four who accept at the same moment, round after round', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { code } = await invite()
      const people = await suite.domain.users(4)
      const before = (await rolesOf(game)).length
      const { done, codes } = await outcomes(people.map((one) => accept(one, code)))
      expect({ done, codes }).toEqual({ done: 1, codes: Array(3).fill('staff.invitation_not_found') })
      expect((await rolesOf(game)).length).toBe(before + 1)
      await query(
        'DELETE FROM game_staff WHERE user_id = ANY ($1)',
        people.map(({ id }) => id)
      )
    }
  })

  it('does not work when it is unknown, expired or revoked', async () => {
    await isDead('')
    await isDead('0'.repeat(32))
    const expired = await invite()
    await query(`UPDATE game_staff_invitations SET expires_at = now() WHERE id = $1`, expired.id)
    await isDead(expired.code)
    expect((await service().invitations(suite.domain.admin, game)).map(({ id }) => id)).not.toContain(
      expired.id
    )
    await service().purgeInvitations()
    expect(await query('SELECT FROM game_staff_invitations WHERE id = $1', expired.id)).toEqual([])

    const revoked = await invite()
    const elsewhere = await suite.domain.game()
    const revoke = (of: number) => service().revokeInvitation(suite.domain.admin, of, revoked.id)
    await refused(revoke(elsewhere), 'staff.invitation_not_found', 404)
    await revoke(game)
    await isDead(revoked.code)
    await refused(revoke(game), 'staff.invitation_not_found', 404)
  })

  it('ends with its game, and does not come back from the trash', async () => {
    const gone = await suite.domain.game({ title: `Gone ${Date.now()}` })
    const { code } = await invite({}, gone)
    await suite.domain.services.games.remove(suite.domain.admin, gone)
    await isDead(code)
    const [{ id }] = await query(`SELECT id FROM trash WHERE kind = 'game' AND target_id = $1`, gone)
    await suite.domain.services.trash.restore(suite.domain.admin, id)
    expect(await query('SELECT FROM games WHERE id = $1', gone)).toHaveLength(1)
    await isDead(code)
  })

  it('takes roles, days and addresses that are some', () => {
    const parse = (input: object) => staffInvitationInput.safeParse({ role: 'author', ...input })
    expect(parse({}).data).toEqual({ role: 'author', days: 7 })
    for (const input of [{ days: 1 }, { days: 30 }, { email: null }, { email: 'a@b.example' }])
      expect([input, parse(input).success]).toEqual([input, true])
    const wrong = [
      { days: 0 },
      { days: 31 },
      { days: 1.5 },
      { role: 'Admin' },
      { email: '' },
      { email: 'a, b@c' }
    ]
    for (const input of wrong) expect([input, parse(input).success]).toEqual([input, false])
  })
})

describe('an invitation for an address', () => {
  it('is for the account with that address, whatever its case, and nobody else uses it up', async () => {
    const [invited, other] = await suite.domain.users(2)
    const { code } = await invite({ email: `${invited!.name.toUpperCase()}@example.org` })
    expect(await service().invitation(suite.domain.as(other!), code)).toMatchObject({ yours: false })
    await refused(accept(other!, code), 'staff.invitation_address', 403)
    expect(await service().invitation(suite.domain.as(invited!), code)).toMatchObject({ yours: true })
    expect(await accept(invited!, code)).toEqual({ id: game, role: 'author' })
  })

  it('is mailed with a link of its own, which says what it is for', async () => {
    const invited = await newUser()
    const email = `${invited.name}@example.org`
    const { code, mailed } = await invite({ email, role: 'support' })
    expect(mailed).toBe(true)
    await deliver(suite.domain)
    const mail = await suite.box.last(email)
    expect(mail.subject).toBe('Game: invitation to the staff - Harbour')
    expect(mail.text).toContain('Role: Support')
    expect(mail.text).toContain(suite.domain.admin.actor!.userName)
    const [link] = /https:\/\/ctf\.halyard\.example\/StaffInvitation\/[0-9a-f]{32}/.exec(mail.text)!
    const own = link!.slice(-32)
    expect(own).not.toBe(code)
    await accept(invited, own)
    await isDead(code)
  })

  it('is not mailed when it was revoked or its inviter may invite no more', async () => {
    const email = 'late@halyard.example'
    const { id } = await invite({ email })
    await service().revokeInvitation(suite.domain.admin, game, id)
    expect(await query('SELECT FROM mail_outbox WHERE address = $1', email)).toEqual([])
    const { id: left } = await invite({ email })
    const order = { kind: 'staff_invited', userId: null, address: email, locale: 'en-US' } as const
    await query(`UPDATE game_staff_invitations SET expires_at = now() WHERE id = $1`, left)
    expect(await service().mailOf({ ...order, staffInvitationId: left })).toBeNull()
    expect(await service().mailOf(order)).toBeNull()
  })
})

describe('limits', () => {
  it('a game has so many open invitations, also when several ask at once', async () => {
    const full = await suite.domain.game()
    await query(
      `INSERT INTO game_staff_invitations (game_id, role, code_hash, made_by, expires_at)
       SELECT $1, 'author', md5(gen_random_uuid()::text) || md5(i::text), $2, now() + interval '1 day' FROM generate_series(1, $3::int) i`,
      ...[full, suite.domain.admin.actor!.id, STAFF_INVITATIONS.open - 2]
    )
    // Expired ones do not count.
    await query(
      `INSERT INTO game_staff_invitations (game_id, role, code_hash, made_by, expires_at)
       VALUES ($1, 'author', md5(gen_random_uuid()::text) || md5('x'), $2, now())`,
      ...[full, suite.domain.admin.actor!.id]
    )
    const { done, codes } = await outcomes(Array.from({ length: 5 }, () => invite({}, full)))
    expect({ done, codes }).toEqual({ done: 2, codes: Array(3).fill('staff.invitation_limit') })
  })

  it('hold for who accepts, and a refused one is not used up', async () => {
    const full = await suite.domain.game()
    const crowd = await suite.domain.users(STAFF_LIMITS.people - 2)
    await query(
      `INSERT INTO game_staff (game_id, user_id, role, added_at) SELECT $1, unnest($2::uuid[]), 'monitor', now()`,
      ...[full, crowd.map(({ id }) => id)]
    )
    const [first, second, third] = await suite.domain.users(3)
    const codes = [(await invite({}, full)).code, (await invite({}, full)).code]
    // The owner, the crowd and one more.
    const at = await outcomes([accept(first!, codes[0]!), accept(second!, codes[1]!)])
    expect(at).toEqual({ done: 1, codes: ['staff.limit'] })
    const left = (await service().invitations(suite.domain.admin, full))[0]!
    expect(await service().invitations(suite.domain.admin, full)).toHaveLength(1)
    await query('DELETE FROM game_staff WHERE game_id = $1 AND user_id = $2', full, crowd[0]!.id)
    const open = codes[left.id === (await idOf(codes[0]!)) ? 0 : 1]!
    expect(await accept(third!, open)).toEqual({ id: full, role: 'author' })
  })

  it('an account has roles in so many games, and one role in each', async () => {
    const busy = await newUser()
    await query(
      `WITH g AS (
         INSERT INTO games OVERRIDING SYSTEM VALUE
         SELECT (jsonb_populate_record(g, jsonb_build_object('id', 800000 + i))).*
         FROM games g, generate_series(1, $2::int) i WHERE g.id = $3 RETURNING id)
       INSERT INTO game_staff (game_id, user_id, role, added_at) SELECT id, $1, 'monitor', now() FROM g`,
      ...[busy.id, STAFF_LIMITS.games, game]
    )
    const { code } = await invite()
    await refused(accept(busy, code), 'staff.person_limit', 400)
    await query('DELETE FROM games WHERE id > 800000')
    await accept(busy, code)
    const again = await invite({ role: 'owner' })
    await refused(accept(busy, again.code), 'staff.already', 400)
    expect(await rolesOf(game)).toContain(`${busy.id} author`)
  })
})

/** Of the invitation with this code. */
const idOf = async (code: string) =>
  (await query(`SELECT id FROM game_staff_invitations WHERE code_hash = encode(sha256($1), 'hex')`, code))[0]
    ?.id

describe('who may', () => {
  it('invite, see and revoke: administrators and owners of the game, with a confirmed login', async () => {
    const own = await suite.domain.game()
    const other = await suite.domain.game()
    const { id } = await invite({}, own)
    for (const role of GAME_ROLES) {
      const by = await callerOf(await staffOf(own, role))
      for (const act of [
        () => invite({}, own, by),
        () => service().invitations(by, own),
        () => service().revokeInvitation(by, own, id)
      ])
        if (role === 'owner') await act()
        else await refused(act(), 'auth.forbidden', 403)
      await refused(invite({}, other, by), 'auth.forbidden', 403)
    }
    const owner = await callerOf(await staffOf(own, 'owner'))
    await query(
      `UPDATE sessions SET confirmed_at = now() - interval '11 minutes' WHERE id = $1`,
      owner.actor!.sessionId
    )
    await refused(invite({}, own, owner), 'account.confirm_needed', 403)
    await refused(invite({}, 999_999), 'game.not_found', 404)
    for (const service of [true, false]) {
      const token = { id: 'x', name: 'CI', scopes: ['edit'] as const, gameId: null, service }
      const by: Ctx = { ...suite.domain.admin, actor: { ...suite.domain.admin.actor!, token } }
      await refused(invite({}, own, by), service ? 'token.person_needed' : 'token.login_needed', 403)
    }
  })

  it('accept: no banned or inactive account, and no program', async () => {
    const { code } = await invite()
    for (const change of [`role = 'Banned'`, 'active = false']) {
      const member = await newUser()
      const ctx = await callerOf(member)
      await query(`UPDATE users SET ${change} WHERE id = $1`, member.id)
      await refused(service().acceptInvitation(ctx, code), 'auth.forbidden', 403)
    }
    const ctx = await callerOf(await newUser())
    const token = { id: 'x', name: 'CI', scopes: ['edit'] as const, gameId: null, service: true }
    const program: Ctx = { ...ctx, actor: { ...ctx.actor!, token } }
    await refused(service().acceptInvitation(program, code), 'token.person_needed', 403)
    expect(await accept(await newUser(), code)).toMatchObject({ role: 'author' })
  })

  it('whose inviter may give roles no more, nor who comes back', async () => {
    const { admin } = suite.domain
    const ends: [string, (id: string, own: number) => Promise<unknown>][] = [
      ['removed', (id, own) => service().remove(admin, own, id)],
      ['lowered', (id, own) => service().change(admin, own, id, 'author')],
      ['banned', (id) => suite.domain.services.users.update(admin, id, { role: 'Banned' } as never)],
      ['erased', (id) => suite.domain.services.users.erase(admin, id)]
    ]
    for (const [way, end] of ends) {
      const own = await suite.domain.game()
      const inviter = await staffOf(own, 'owner')
      const { code } = await invite({ role: 'owner' }, own, await callerOf(inviter))
      await end(inviter.id, own)
      await isDead(code)
      await query(`UPDATE users SET role = 'User', active = true WHERE id = $1`, inviter.id)
      await query(`DELETE FROM game_staff WHERE user_id = $1`, inviter.id)
      await query(
        `INSERT INTO game_staff (game_id, user_id, role, added_at) VALUES ($1, $2, 'owner', now())`,
        ...[own, inviter.id]
      )
      await isDead(code)
      const ended = await query(
        `SELECT FROM audit_events WHERE action = 'game_staff_invitation_ended' AND target = $1`,
        `game:${own}`
      )
      expect([way, ended.length]).toEqual([way, 1])
    }
  })

  it('an owner who loses the role while the invitation is made invites nobody', async () => {
    const own = await suite.domain.game()
    const inviter = await staffOf(own, 'owner')
    const stale = await callerOf(inviter)
    await service().remove(suite.domain.admin, own, inviter.id)
    await refused(invite({}, own, stale), 'auth.forbidden', 403)
  })

  it('an invited owner lets the last owner go, who cannot come back by an own invitation', async () => {
    const own = await suite.domain.game()
    const heir = await newUser()
    const last = suite.domain.admin.actor!.id
    await refused(service().remove(suite.domain.admin, own, last), 'staff.last_owner', 409)
    const { code } = await invite({ role: 'owner' }, own)
    await accept(heir, code)
    await service().remove(suite.domain.admin, own, last)
    expect(await rolesOf(own)).toEqual([`${heir.id} owner`])
    const leaving = await staffOf(own, 'owner')
    const kept = await invite({ role: 'owner' }, own, await callerOf(leaving))
    await service().remove(await callerOf(heir), own, leaving.id)
    await refused(accept(leaving, kept.code), 'staff.invitation_not_found', 404)
    expect(await rolesOf(own)).toEqual([`${heir.id} owner`])
  })
})

describe('personal data', () => {
  it('exports what a person made and was sent, and erasing takes both out', async () => {
    const own = await suite.domain.game()
    const person = await staffOf(own, 'owner')
    const email = `${person.name}@example.org`
    await invite({ role: 'monitor' }, own, await callerOf(person))
    await invite({ role: 'support', email: email.toUpperCase() })
    const { listPersonalData } = await import('~/server/personal-data/queries')
    const data = (await listPersonalData(suite.sql, person.id)) as unknown as Record<string, object[]>
    expect(data.gameInvitations).toMatchObject([
      { role: 'monitor', made: true },
      { role: 'support', made: false }
    ])
    expect(JSON.stringify(data)).not.toContain('hash')
    await suite.domain.services.users.erase(suite.domain.admin, person.id)
    const left = await query(
      'SELECT FROM game_staff_invitations WHERE made_by = $1 OR lower(email) = lower($2)',
      ...[person.id, email]
    )
    expect(left).toEqual([])
    expect(await query('SELECT FROM mail_outbox WHERE lower(address) = lower($1)', email)).toEqual([])
  })
})

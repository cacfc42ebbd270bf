import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GAME_ROLES, type GameRole } from '~/server/access/constants'
import type { Ctx } from '~/server/access/contract'
import { STAFF_LIMITS } from '~/server/game-staff/constants'
import { type Domain, openDomain, outcomes, refused } from '~/tests/support/domain'
import type { Member } from '~/tests/support/fixtures'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain?.close())

const service = () => domain.services.gameStaff
const query = async (text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows
const takeOver = (id: number, from: number, by = domain.admin) => service().takeOver(by, id, from)
const rolesIn = async (id: number) =>
  (await service().list(domain.admin, id)).map(({ userName, role }) => `${userName} ${role}`)

const NONE = { already: 0, inactive: 0, plays: 0, limit: 0, personLimit: 0 }

/** A caller with these roles and a login that was confirmed. */
async function callerOf(member: Member, games: Record<number, GameRole>): Promise<Ctx> {
  const ctx = domain.as(member)
  await query(
    `INSERT INTO sessions (id, user_id, expires_at) VALUES ($1, $2, now() + interval '1 day') ON CONFLICT DO NOTHING`,
    ...[ctx.actor!.sessionId, member.id]
  )
  return { ...ctx, actor: { ...ctx.actor!, games } }
}

/** A game with one person of each role besides the administrator who made it. */
async function staffed() {
  const id = await domain.game()
  const people = await domain.users(GAME_ROLES.length)
  for (const [place, role] of GAME_ROLES.entries())
    await service().add(domain.admin, id, { who: people[place]!.name, role })
  return { id, people, of: (role: GameRole) => people[GAME_ROLES.indexOf(role)]! }
}

const addCrowd = async (game: number, count: number) => {
  const crowd = await domain.users(count)
  await query(
    `INSERT INTO game_staff (game_id, user_id, role, added_at) SELECT $1, unnest($2::uuid[]), 'monitor', now()`,
    ...[game, crowd.map(({ id }) => id)]
  )
  return crowd
}

describe('the staff of another game', () => {
  it('gets the same roles, once, and the audit names whom', async () => {
    const { id: from, people } = await staffed()
    const id = await domain.game()
    // Whoever made both games owns both.
    expect(await takeOver(id, from)).toEqual({ added: 5, skipped: { ...NONE, already: 1 } })
    expect(await rolesIn(id)).toEqual(await rolesIn(from))
    const acts = await query(
      `SELECT before, after FROM audit_events WHERE action = 'game_staff_taken_over' AND target = $1`,
      `game:${id}`
    )
    const added = GAME_ROLES.map((role, place) => ({ account: people[place]!.id, role }))
    expect(acts).toEqual([{ before: null, after: { from, added } }])
    const [stored] = await query(
      'SELECT DISTINCT added_by FROM game_staff WHERE game_id = $1 AND user_id = ANY ($2)',
      ...[id, people.map((one) => one.id)]
    )
    expect(stored.added_by).toBe(domain.admin.actor!.id)
    expect(await takeOver(id, from)).toEqual({ added: 0, skipped: { ...NONE, already: 6 } })
    expect(
      await query(
        `SELECT FROM audit_events WHERE action = 'game_staff_taken_over' AND target = $1`,
        `game:${id}`
      )
    ).toHaveLength(1)
  })

  it('keeps the role that somebody has here', async () => {
    const { id: from, of } = await staffed()
    const id = await domain.game()
    await service().add(domain.admin, id, { who: of('owner').name, role: 'monitor' })
    expect(await takeOver(id, from)).toEqual({ added: 4, skipped: { ...NONE, already: 2 } })
    expect(await rolesIn(id)).toContain(`${of('owner').name} monitor`)
  })

  it('leaves out who is banned, not active, or staff of too many games', async () => {
    const { id: from, of } = await staffed()
    const id = await domain.game()
    await query(`UPDATE users SET role = 'Banned' WHERE id = $1`, of('author').id)
    await query('UPDATE users SET active = false WHERE id = $1', of('referee').id)
    await query(
      `WITH g AS (
         INSERT INTO games OVERRIDING SYSTEM VALUE
         SELECT (jsonb_populate_record(g, jsonb_build_object('id', 900000 + i))).*
         FROM games g, generate_series(1, $2::int) i WHERE g.id = $3 RETURNING id)
       INSERT INTO game_staff (game_id, user_id, role, added_at) SELECT id, $1, 'monitor', now() FROM g`,
      ...[of('support').id, STAFF_LIMITS.games - 1, id]
    )
    const skipped = { ...NONE, already: 1, inactive: 2, personLimit: 1 }
    expect(await takeOver(id, from)).toEqual({ added: 2, skipped })
    await query('DELETE FROM games WHERE id > 900000')
  })

  it('fills the game up to its limit, the strongest roles first', async () => {
    const { id: from, of } = await staffed()
    const id = await domain.game()
    await addCrowd(id, STAFF_LIMITS.people - 3)
    expect(await takeOver(id, from)).toEqual({ added: 2, skipped: { ...NONE, already: 1, limit: 3 } })
    const roles = await rolesIn(id)
    expect(roles).toHaveLength(STAFF_LIMITS.people)
    expect(roles).toEqual(
      expect.arrayContaining([`${of('owner').name} owner`, `${of('author').name} author`])
    )
  })

  it('passes no limit when two take over at once, each from another game', async () => {
    const id = await domain.game()
    await addCrowd(id, STAFF_LIMITS.people - 6)
    const [first, second] = [await staffed(), await staffed()]
    const { done } = await outcomes([takeOver(id, first.id), takeOver(id, second.id), takeOver(id, first.id)])
    expect([done, (await rolesIn(id)).length]).toEqual([3, STAFF_LIMITS.people])
  })

  it('counts the games of a person also when several games take over at once', async () => {
    const { id: from, of } = await staffed()
    const busy = of('monitor')
    const targets = await Promise.all(Array.from({ length: 4 }, () => domain.game()))
    await query(
      `WITH g AS (
         INSERT INTO games OVERRIDING SYSTEM VALUE
         SELECT (jsonb_populate_record(g, jsonb_build_object('id', 900000 + i))).*
         FROM games g, generate_series(1, $2::int) i WHERE g.id = $3 RETURNING id)
       INSERT INTO game_staff (game_id, user_id, role, added_at) SELECT id, $1, 'monitor', now() FROM g`,
      ...[busy.id, STAFF_LIMITS.games - 3, from]
    )
    const taken = await Promise.all(targets.map((id) => takeOver(id, from)))
    expect(taken.map(({ skipped }) => skipped.personLimit).sort()).toEqual([0, 0, 1, 1])
    const [{ n }] = await query('SELECT count(*)::int AS n FROM game_staff WHERE user_id = $1', busy.id)
    expect(n).toBe(STAFF_LIMITS.games)
    await query('DELETE FROM games WHERE id > 900000')
  })
})

describe('who may take over', () => {
  it('owners of both games and administrators, with a confirmed login; others get 403', async () => {
    const { id: from, people, of } = await staffed()
    const id = await domain.game()
    for (const [place, role] of GAME_ROLES.entries()) {
      const here = await callerOf(people[place]!, { [id]: role, [from]: 'owner' })
      const there = await callerOf(people[place]!, { [id]: 'owner', [from]: role })
      if (role === 'owner') await takeOver(id, from, here)
      else for (const by of [here, there]) await refused(takeOver(id, from, by), 'auth.forbidden', 403)
    }
    const owner = await callerOf(of('owner'), { [id]: 'owner' })
    // The same for a game that is there and for none.
    for (const other of [from, 999_999]) await refused(takeOver(id, other, owner), 'auth.forbidden', 403)
    await refused(takeOver(id, id), 'staff.same_game', 400)
    await refused(takeOver(id, 999_999), 'game.not_found', 404)
    await refused(takeOver(999_999, from), 'game.not_found', 404)
    const late = await callerOf(of('author'), { [id]: 'owner', [from]: 'owner' })
    await query(
      `UPDATE sessions SET confirmed_at = now() - interval '11 minutes' WHERE id = $1`,
      late.actor!.sessionId
    )
    await refused(takeOver(id, from, late), 'account.confirm_needed', 403)
  })

  it('no token of one game reads the staff of another', async () => {
    const { id: from } = await staffed()
    const id = await domain.game()
    const actor = domain.admin.actor!
    const tokenFor = (gameId: number | null) => ({
      id: 'x',
      name: 'CI',
      scopes: ['edit'] as const,
      gameId,
      service: false
    })
    const by = (gameId: number | null): Ctx => ({
      ...domain.admin,
      actor: { ...actor, token: tokenFor(gameId) }
    })
    await refused(takeOver(id, from, by(id)), 'token.game', 403)
    expect(await takeOver(id, from, by(null))).toMatchObject({ added: 5 })
  })

  it('is offered the games that the call takes, without this one and without those that have no staff', async () => {
    const { id: from, people, of } = await staffed()
    const [id, empty] = [await domain.game(), await domain.game()]
    await query('DELETE FROM game_staff WHERE game_id = $1', empty)
    const idsFor = async (by: Ctx) => (await service().templates(by, id)).map((game) => game.id)
    const offered = await idsFor(domain.admin)
    expect(offered).toContain(from)
    for (const other of [id, empty]) expect(offered).not.toContain(other)
    expect(await idsFor(await callerOf(of('owner'), { [id]: 'owner', [from]: 'owner' }))).toEqual([from])
    expect(await idsFor(await callerOf(of('owner'), { [id]: 'owner', [from]: 'referee' }))).toEqual([])
    const author = await callerOf(people[1]!, { [id]: 'author', [from]: 'owner' })
    await refused(service().templates(author, id), 'auth.forbidden', 403)
  })
})

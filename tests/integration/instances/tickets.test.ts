import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import { type Domain, openDomain, refused } from '../../support/domain'
import { type Member, type PlayedGame, playGame } from '../../support/fixtures'
import { addEngine, addInstance } from '../../support/instances/instance-rows'

let domain: Domain
let game: PlayedGame
let engine: number
beforeEach(async () => {
  domain = await openDomain({ INSTANCE_ENTRY: 'tunnel' })
  engine = await addEngine(domain.stores.db)
  game = await playGame(domain.stores.db)
})
afterEach(() => domain?.close())

const NO_LIMITS = { take: async () => {} }
const query = async (text: string, values: unknown[] = []) =>
  (await domain.stores.db.pool.query(text, values)).rows
const tickets = () => domain.services.instances.tickets
/** Stores the session of `domain.as`, or another one. */
const enter = (member: Member, id = domain.as(member).actor!.sessionId) =>
  query(`INSERT INTO sessions (id, user_id, expires_at) VALUES ($1, $2, now() + interval '1 day')`, [
    id,
    member.id
  ])
const running = async (team: number | null) => {
  const plan = { state: 'ready', engine, readyAt: -1, expiresAt: 60, team } as const
  const id = await addInstance(domain.stores.db, game, plan)
  await query('UPDATE instance_endpoints SET entry = NULL')
  return id
}

it('the ticket of a test is good for who may start one in this game, and for nobody else', async () => {
  const test = await running(null)
  const other = await playGame(domain.stores.db)
  const ticketOf = async (role: string, gameId = game.id) => {
    const [member] = await domain.users(1)
    await enter(member!)
    await query('INSERT INTO game_staff (game_id, user_id, role, added_at) VALUES ($1, $2, $3, now())', [
      gameId,
      member!.id,
      role
    ])
    return { member: member!, ticket: (await tickets().entry(domain.as(member!), test, null))! }
  }
  const opens = ({ ticket }: { ticket: string }) =>
    tickets()
      .admit(domain.as(null), ticket, 'test', NO_LIMITS)
      .then(
        ({ instance }) => instance === test,
        ({ code }: { code: string }) => code
      )
  const owner = await ticketOf('owner')
  const author = await ticketOf('author')
  expect(await Promise.all([owner, author].map(opens))).toEqual([true, true])
  for (const one of [await ticketOf('referee'), await ticketOf('monitor'), await ticketOf('owner', other.id)])
    expect(await opens(one)).toBe('container.not_found')
  // The role is asked at each use, also of open tunnels.
  expect(await tickets().stillValid([owner.ticket, author.ticket])).toEqual(
    new Set([owner.ticket, author.ticket])
  )
  await query('DELETE FROM game_staff WHERE user_id = $1', [author.member.id])
  expect(await opens(author)).toBe('container.not_found')
  expect(await tickets().stillValid([owner.ticket, author.ticket])).toEqual(new Set([owner.ticket]))
  // A team's instance is for the team.
  const played = await running(0)
  const entry = (await tickets().entry(domain.as(owner.member), played, null))!
  await refused(tickets().admit(domain.as(null), entry, 'team', NO_LIMITS), 'container.not_found')
})

it('a ticket whose session has expired makes way for one of the next session', async () => {
  const id = await running(0)
  const holder = game.teams[0]!.members[0]
  await enter(holder)
  const read = (ctx: Ctx) => tickets().entry(ctx, id, null)
  const first = (await read(domain.as(holder)))!
  expect(await read(domain.as(holder))).toBe(first)
  await enter(holder, 'the next one')
  const next: Ctx = {
    ...domain.as(holder),
    actor: { ...domain.as(holder).actor!, sessionId: 'the next one' }
  }
  // The first one is good as long as its session.
  expect(await read(next)).toBe(first)
  await query(`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE id = $1`, [
    domain.as(holder).actor!.sessionId
  ])
  const all = await Promise.all(Array.from({ length: 5 }, () => read(next)))
  expect(new Set(all).size).toBe(1)
  expect(all[0]).not.toBe(first)
  await refused(tickets().admit(domain.as(null), first, 'team', NO_LIMITS), 'container.not_found')
  expect(await tickets().admit(domain.as(null), all[0]!, 'team', NO_LIMITS)).toMatchObject({ instance: id })
})

it('a service token has no ticket and reads everything else', async () => {
  const id = await running(null)
  const person = domain.admin
  const token = {
    ...{ id: '01890000-0000-7000-8000-000000000001', name: 'CI', scopes: ['edit', 'admin'] as const },
    ...{ gameId: null, service: true }
  }
  const ctx: Ctx = { ...person, actor: { ...person.actor!, id: token.id, sessionId: '', token } }
  expect(await tickets().entry(ctx, id, null)).toBeNull()
  expect(await tickets().endpoints(ctx, id)).toMatchObject([{ entry: null }])
  expect(await query('SELECT FROM instance_tickets')).toEqual([])
})

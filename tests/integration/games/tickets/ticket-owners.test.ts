import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GameRole } from '~/server/access/constants'
import type { Ctx } from '~/server/access/contract'
import { isAppError } from '~/server/platform/errors'
import { queueQuery, ticketOpen, ticketOwning } from '~/server/tickets/contract'
import { type Domain, openDomain, outcomes, refused } from '~/tests/support/domain'
import { type PlayedGame, type PlayingTeam, playGame } from '~/tests/support/fixtures'

let domain: Domain
let first: Ctx
let second: Ctx
beforeAll(async () => {
  domain = await openDomain()
  const [one, two] = await domain.users(2, 'Monitor')
  first = domain.as(one!, { role: 'Monitor' })
  second = domain.as(two!, { role: 'Monitor' })
})
afterAll(() => domain?.close())

const tickets = () => domain.services.tickets
const query = async (text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows
const idOf = (ctx: Ctx) => ctx.actor!.id
const nameOf = (ctx: Ctx) => ctx.actor!.userName

interface Asked {
  game: PlayedGame
  id: number
  player: Ctx
}

async function asked(): Promise<Asked> {
  const game = await playGame(domain.stores.db, { teams: 1, challenges: 1 })
  const [team] = game.teams as [PlayingTeam]
  const player = domain.as(team.members[0])
  const { id } = await tickets().open(player, game.id, ticketOpen.parse({ title: 'Down', text: 'Help.' }))
  return { game, id, player }
}

const own = (ctx: Ctx, { game, id }: Asked, userId: string | null, from: string | null) =>
  tickets().own(ctx, game.id, id, { userId, from })

const queued = async (ctx: Ctx, { game }: Asked, owner?: 'mine' | 'nobody') =>
  (await tickets().queue(ctx, game.id, queueQuery.parse({ owner }))).data.map((one) => one.id)

describe('the owner of a ticket', () => {
  it('takes it, gives it to another and releases it, and each is in the audit', async () => {
    const ticket = await asked()
    expect((await tickets().one(first, ticket.game.id, ticket.id)).owner).toBeNull()
    const taken = await own(first, ticket, idOf(first), null)
    expect(taken.owner).toEqual({ id: idOf(first), name: nameOf(first) })
    const given = await own(first, ticket, idOf(second), idOf(first))
    expect(given.owner).toEqual({ id: idOf(second), name: nameOf(second) })
    expect((await own(second, ticket, null, idOf(second))).owner).toBeNull()
    const audit = await query(
      `SELECT actor_id AS by, before->>'owner' AS before, after->>'owner' AS after FROM audit_events
       WHERE action = 'ticket_assigned' AND target = $1 ORDER BY id`,
      `game:${ticket.game.id}`
    )
    expect(audit).toEqual([
      { by: idOf(first), before: null, after: idOf(first) },
      { by: idOf(first), before: idOf(first), after: idOf(second) },
      { by: idOf(second), before: idOf(second), after: null }
    ])
  })

  it('is one of two who take it at once, and the other is told the name', async () => {
    const ticket = await asked()
    const taking = [own(first, ticket, idOf(first), null), own(second, ticket, idOf(second), null)]
    const results = await Promise.allSettled(taking)
    const winner = results.findIndex(({ status }) => status === 'fulfilled')
    const loser = results[1 - winner] as PromiseRejectedResult
    expect(results[winner]!.status).toBe('fulfilled')
    expect(isAppError(loser.reason) && [loser.reason.code, loser.reason.status, loser.reason.params]).toEqual(
      ['ticket.taken', 409, { name: nameOf([first, second][winner]!) }]
    )
    expect((await tickets().one(first, ticket.game.id, ticket.id)).owner!.name).toBe(
      nameOf([first, second][winner]!)
    )
  })

  it('takes it twice without a refusal, and nobody acts on what has changed since', async () => {
    const ticket = await asked()
    await own(first, ticket, idOf(first), null)
    await own(first, ticket, idOf(first), null)
    await refused(own(second, ticket, null, idOf(second)), 'ticket.taken', 409)
    await own(first, ticket, null, idOf(first))
    await refused(own(second, ticket, idOf(second), idOf(first)), 'ticket.released', 409)
    const { done } = await outcomes(
      Array.from({ length: 4 }, (_, place) => own(place % 2 ? first : second, ticket, idOf(first), null))
    )
    expect(done).toBe(4)
    const audit = await query(
      `SELECT FROM audit_events WHERE action = 'ticket_assigned' AND target = $1`,
      `game:${ticket.game.id}`
    )
    expect(audit).toHaveLength(3)
  })

  it('is somebody who answers tickets of the game, and nobody else sets it', async () => {
    const ticket = await asked()
    const [author, support1, stranger] = await domain.users(3)
    const role = (userId: string, name: string) =>
      query(
        `INSERT INTO game_staff (game_id, user_id, role, added_at) VALUES ($1, $2, $3, now())`,
        ticket.game.id,
        userId,
        name
      )
    await role(author!.id, 'author')
    await role(support1!.id, 'support')
    for (const userId of [author!.id, stranger!.id, idOf(ticket.player)]) {
      const error = await refused(own(first, ticket, userId, null), 'ticket.not_staff', 400)
      expect(error.extra).toEqual({ field: 'userId' })
    }
    await refused(own(ticket.player, ticket, idOf(ticket.player), null), 'auth.forbidden', 403)
    await refused(tickets().staff(ticket.player, ticket.game.id), 'auth.forbidden', 403)
    const as = (person: Parameters<Domain['as']>[0], gameRole: GameRole): Ctx => {
      const ctx = domain.as(person)
      return { ...ctx, actor: { ...ctx.actor!, games: { [ticket.game.id]: gameRole } } }
    }
    const writing = as(author!, 'author')
    await refused(own(writing, ticket, author!.id, null), 'auth.forbidden', 403)
    const helping = as(support1!, 'support')
    expect((await own(helping, ticket, support1!.id, null)).owner!.id).toBe(support1!.id)
    const elsewhere = await asked()
    await refused(own(helping, elsewhere, support1!.id, null), 'auth.forbidden', 403)
    await refused(own(first, { ...elsewhere, id: ticket.id }, null, null), 'ticket.not_found', 404)
    const names = (await tickets().staff(first, ticket.game.id)).map(({ id }) => id)
    expect(names).toEqual(expect.arrayContaining([idOf(first), idOf(second), support1!.id]))
    expect(names).not.toContain(author!.id)
  })

  it('has it no more once the role is gone, and again with the role', async () => {
    const ticket = await asked()
    const [helper] = await domain.users(1)
    const give = () =>
      query(
        `INSERT INTO game_staff (game_id, user_id, role, added_at) VALUES ($1, $2, 'support', now())`,
        ticket.game.id,
        helper!.id
      )
    await give()
    await own(first, ticket, helper!.id, null)
    expect(await queued(first, ticket, 'nobody')).toEqual([])
    await query('DELETE FROM game_staff WHERE user_id = $1', helper!.id)
    expect((await tickets().one(first, ticket.game.id, ticket.id)).owner).toBeNull()
    expect(await queued(first, ticket, 'nobody')).toEqual([ticket.id])
    await own(second, ticket, idOf(second), null)
    await give()
    expect((await tickets().one(first, ticket.game.id, ticket.id)).owner!.id).toBe(idOf(second))
  })

  it('filters the queue, and the watch counts what nobody has', async () => {
    const ticket = await asked()
    const more = await tickets().open(
      ticket.player,
      ticket.game.id,
      ticketOpen.parse({ title: 'Again', text: 'Help.' })
    )
    await query('UPDATE tickets SET place = place - 900000 WHERE game_id = $1', ticket.game.id)
    await own(first, ticket, idOf(first), null)
    expect(await queued(first, ticket, 'mine')).toEqual([ticket.id])
    expect(await queued(second, ticket, 'mine')).toEqual([])
    expect(await queued(second, ticket, 'nobody')).toEqual([more.id])
    expect(await queued(second, ticket)).toEqual([ticket.id, more.id])
    const watch = await domain.services.watching.of(first, ticket.game.id)
    expect(watch.tickets).toMatchObject({
      total: 2,
      unassigned: 1,
      rows: [
        { id: ticket.id, owner: nameOf(first) },
        { id: more.id, owner: null }
      ]
    })
    expect(watch.matters).toMatchObject([{ kind: 'tickets', count: 2, unassigned: 1 }])
  })

  it('is named in calls, with who had it when it was read', () => {
    const issues = (given: object) =>
      ticketOwning.safeParse(given).error?.issues.map(({ path }) => path.join('.'))
    expect(issues({ userId: null })).toEqual(['from'])
    expect(issues({ userId: 'x', from: null })).toEqual(['userId'])
    expect(ticketOwning.parse({ userId: '', from: '' })).toEqual({ userId: null, from: null })
  })
})

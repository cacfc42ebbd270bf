import { requireActor } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import type { Change } from '~/server/change'
import { number, row } from '~/server/db'
import type { Standing } from '~/server/games/contract'
import { AppError } from '~/server/platform/errors'
import type { TicketList, TicketOpen, TicketQuery, TicketView } from './contract'
import { asksAboutChallenges, barrierError, messageBarrier, mostOpen } from './policy'
import {
  findTicket,
  findTicketOpener,
  listMessages,
  listSeenChallenges,
  listTickets,
  lockTicket,
  queuePlace,
  seesChallenge
} from './queries'
import { addMessage, type Needs, setTicketState, ticketsTag } from './writing'

/**
 * The side of a team (docs/rules/tickets.md#teams), for users registered for it, whatever its status. All functions throw
 * AppError `game.not_found` 404, `game.not_participating` 400; those with a ticket also `ticket.not_found` 404 if it is not the
 * team's.
 */
export interface Asking {
  /** The team's tickets, newest first. */
  ofTeam(ctx: Ctx, gameId: number, part: TicketQuery): Promise<TicketList>
  /** Reads a ticket; messages of the organisers are no longer unread then. */
  read(ctx: Ctx, gameId: number, id: number): Promise<TicketView>
  /** Challenges that a new ticket can be about, by title. */
  subjects(ctx: Ctx, gameId: number): Promise<{ id: number; title: string }[]>
  /** @throws AppError `ticket.challenge` with the field `challengeId`, `ticket.limit` 400 */
  open(ctx: Ctx, gameId: number, ticket: TicketOpen): Promise<TicketView>
  /** @throws AppError `ticket.closed` 409, `ticket.full`, `ticket.unanswered` 400 */
  write(ctx: Ctx, gameId: number, id: number, text: string): Promise<TicketView>
  /** Says that nothing is left to ask. @throws AppError `ticket.closed` 409 */
  settle(ctx: Ctx, gameId: number, id: number): Promise<TicketView>
}

/** Actions of teams are audited under the participation, not the game. */
const teamTarget = (participationId: number) => `participation:${participationId}`

/** Stores a new ticket of a team, as the team stands now. @returns its id */
async function storeNew(
  tx: Change,
  { gameId, participationId }: { gameId: number; participationId: number },
  { title, text, challengeId }: TicketOpen
): Promise<number> {
  const { now } = tx.ctx
  const opener = await findTicketOpener(tx, participationId)
  if (!opener) throw new AppError('game.not_participating')
  const most = mostOpen(opener.status)
  if (opener.open >= most) throw new AppError('ticket.limit', 400, { params: { most } })
  const seen =
    challengeId === null ||
    (asksAboutChallenges(opener.status) &&
      (await seesChallenge(tx, gameId, participationId, challengeId, now)))
  if (!seen) throw new AppError('ticket.challenge', 400, { extra: { field: 'challengeId' } })
  const made = await row(
    tx,
    { id: number },
    `INSERT INTO tickets (game_id, participation_id, challenge_id, title, by_staff, state, place, opened_at, changed_at)
     VALUES ($1, $2, $3, $4, false, 'waiting', $5, $6, $6) RETURNING id`,
    [gameId, participationId, challengeId, title, queuePlace('waiting', now), now]
  )
  const { id } = made!
  await addMessage(tx, id, { staff: false, text })
  tx.invalidate(ticketsTag(gameId))
  await tx.audit({
    action: 'ticket_opened',
    target: teamTarget(participationId),
    after: { ticket: id, challenge: challengeId, title }
  })
  return id
}

export function createAsking({ db, change, games, log }: Needs): Asking {
  /** The caller's place in the game. */
  const ownOf = async (ctx: Ctx, gameId: number): Promise<Standing> => {
    requireActor(ctx)
    await games.see(ctx, gameId)
    const standing = await games.standing(ctx, gameId)
    if (!standing?.member) throw new AppError('game.not_participating')
    return standing
  }

  /** Counts what came after `last`, the newest message that was read, unless another member has read on since. */
  const markRead = (ctx: Ctx, participationId: number, id: number, last: number) =>
    change(ctx, async (tx) => {
      // A second statement counts, because one that waits for a lock does not see the message that it waited for.
      await tx.query('SELECT FROM tickets WHERE id = $1 FOR NO KEY UPDATE', [id])
      await tx.query(
        `UPDATE tickets SET unread = least(unread, (SELECT count(*) FROM ticket_messages m
           WHERE m.ticket_id = $1 AND m.from_staff AND m.id > $2)) WHERE id = $1`,
        [id, last]
      )
      tx.invalidate(`participation:${participationId}`)
    })

  const read: Asking['read'] = async (ctx, gameId, id) => {
    const { participationId, status } = await ownOf(ctx, gameId)
    const { unread, ...ticket } = await findTicket(db.pool, participationId, id)
    const messages = await listMessages(db.pool, id)
    if (unread > 0) await markRead(ctx, participationId, id, messages.at(-1)?.id ?? 0)
    return {
      ...ticket,
      messages: messages.map((one) => (one.staff ? { ...one, by: null } : one)),
      barrier: messageBarrier({ state: ticket.state, messages: messages.length, status })
    }
  }

  return {
    async ofTeam(ctx, gameId, part) {
      const { participationId } = await ownOf(ctx, gameId)
      return listTickets(db.pool, participationId, part)
    },

    read,

    async subjects(ctx, gameId) {
      const { participationId, status } = await ownOf(ctx, gameId)
      if (!asksAboutChallenges(status)) return []
      return listSeenChallenges(db.pool, gameId, participationId, ctx.now)
    },

    async open(ctx, gameId, ticket) {
      const { participationId } = await ownOf(ctx, gameId)
      const place = { gameId, participationId }
      const id = await change(ctx, { ledger: gameId }, (tx) => storeNew(tx, place, ticket))
      log.info({ game: gameId, ticket: id, ...callerLogFields(ctx) }, 'ticket_opened')
      return read(ctx, gameId, id)
    },

    async write(ctx, gameId, id, text) {
      const { participationId } = await ownOf(ctx, gameId)
      await change(ctx, { ledger: gameId }, async (tx) => {
        const ticket = await lockTicket(tx, gameId, id, participationId)
        const barrier = messageBarrier(ticket)
        if (barrier) throw barrierError(barrier)
        const message = await addMessage(tx, id, { staff: false, text })
        await setTicketState(tx, gameId, ticket, { state: 'waiting' })
        const after = { ticket: id, message }
        await tx.audit({ action: 'ticket_written', target: teamTarget(participationId), after })
      })
      return read(ctx, gameId, id)
    },

    async settle(ctx, gameId, id) {
      const { participationId } = await ownOf(ctx, gameId)
      await change(ctx, { ledger: gameId }, async (tx) => {
        const ticket = await lockTicket(tx, gameId, id, participationId)
        if (ticket.state === 'closed') throw barrierError('closed')
        await setTicketState(tx, gameId, ticket, { state: 'closed' })
        await tx.audit({
          action: 'ticket_closed',
          target: teamTarget(participationId),
          after: { ticket: id }
        })
      })
      return read(ctx, gameId, id)
    }
  }
}

import { requireInGame } from '~/server/access'
import { type Ctx, callerUserId } from '~/server/access/contract'
import type { Change } from '~/server/change'
import { AppError } from '~/server/platform/errors'
import { TICKET_LIMITS } from './constants'
import type { QueueList, QueueQuery, QueueView, TicketAnswer, TicketClosing } from './contract'
import { barrierError } from './policy'
import {
  countWaitingTickets,
  type HeldTicket,
  listTicketQueue,
  lockTicket,
  readQueuedTicket
} from './queries'
import { addMessage, gameTarget, type Needs, setTicketState, ticketsTag } from './writing'

/** The side of the organisers, Monitor and Admin (docs/rules/tickets.md#organisers). */
export interface Answering {
  /** A part of the game's tickets, those that wait first. @throws AppError `game.not_found` 404 */
  queue(ctx: Ctx, gameId: number, part: QueueQuery): Promise<QueueList>
  /** How many wait for an answer. */
  waiting(ctx: Ctx, gameId: number): Promise<number>
  /** @throws AppError `ticket.not_found` 404 */
  one(ctx: Ctx, gameId: number, id: number): Promise<QueueView>
  /**
   * Adds an answer, unless somebody wrote since the caller read the ticket.
   * @throws AppError `ticket.not_found` 404, `ticket.changed`, `ticket.closed` 409, `ticket.full` 400
   */
  answer(ctx: Ctx, gameId: number, id: number, answer: TicketAnswer): Promise<QueueView>
  /**
   * Closes or reopens a ticket, unless somebody wrote since the caller read it.
   * @throws AppError `ticket.not_found` 404, `ticket.changed`, `ticket.closed`, `ticket.open` 409
   */
  turnOver(ctx: Ctx, gameId: number, id: number, closing: TicketClosing): Promise<QueueView>
}

/** Milliseconds; whatever changes the count drops it. */
const COUNT_TTL_MS = 10_000

export function createAnswering({ db, caches, change, games }: Needs): Answering {
  const counts = caches.create<number>({ ttl: COUNT_TTL_MS, max: 1000 })

  /** Changes a ticket as it was when the caller read it. */
  const edit = async (
    ctx: Ctx,
    gameId: number,
    id: number,
    last: number,
    work: (tx: Change, ticket: HeldTicket) => Promise<void>
  ): Promise<QueueView> => {
    requireInGame(ctx, gameId, 'tickets')
    await change(ctx, { ledger: gameId }, async (tx) => {
      const ticket = await lockTicket(tx, gameId, id, null)
      if (ticket.last !== last) throw new AppError('ticket.changed', 409)
      await work(tx, ticket)
    })
    return readQueuedTicket(db.pool, gameId, id)
  }

  return {
    async queue(ctx, gameId, part) {
      requireInGame(ctx, gameId, 'tickets')
      await games.info(gameId)
      return listTicketQueue(db.pool, gameId, part, callerUserId(ctx))
    },

    async waiting(ctx, gameId) {
      requireInGame(ctx, gameId, 'tickets')
      return counts.through(String(gameId), async () => ({
        value: await countWaitingTickets(db.pool, gameId),
        tags: [ticketsTag(gameId), `game:${gameId}`]
      }))
    },

    async one(ctx, gameId, id) {
      requireInGame(ctx, gameId, 'tickets')
      return readQueuedTicket(db.pool, gameId, id)
    },

    answer: (ctx, gameId, id, { text, last }) =>
      edit(ctx, gameId, id, last, async (tx, ticket) => {
        if (ticket.state === 'closed') throw barrierError('closed')
        // The organisers may write one message more than the team, so that they have the last word.
        if (ticket.messages > TICKET_LIMITS.messages) throw barrierError('full')
        const message = await addMessage(tx, id, { staff: true, text })
        await setTicketState(tx, gameId, ticket, { state: 'answered', unread: 1 })
        await tx.audit({
          action: 'ticket_answered',
          target: gameTarget(gameId),
          after: { ticket: id, message }
        })
      }),

    turnOver: (ctx, gameId, id, { closed, last }) =>
      edit(ctx, gameId, id, last, async (tx, ticket) => {
        const isClosed = ticket.state === 'closed'
        if (closed && isClosed) throw barrierError('closed')
        if (!closed && !isClosed) throw new AppError('ticket.open', 409)
        const state = closed ? 'closed' : ticket.lastByStaff ? 'answered' : 'waiting'
        await setTicketState(tx, gameId, ticket, { state })
        const [target, after] = [gameTarget(gameId), { ticket: id }]
        if (closed) await tx.audit({ action: 'ticket_closed', target, after })
        else await tx.audit({ action: 'ticket_reopened', target, after })
      })
  }
}

import { requireInGame } from '~/server/access'
import { type Ctx, callerUserId } from '~/server/access/contract'
import { rows, text, uuid } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import { pushGivenTicket } from '~/server/push'
import type { QueueView, TicketOwning, TicketStaff } from './contract'
import { type HeldTicket, lockTicket, mayAnswerSql, readQueuedTicket } from './queries'
import { gameTarget, type Needs, ticketsTag } from './writing'

/** Who of the staff has a ticket (docs/rules/tickets.md#owners). */
export interface Owning {
  /** Who can have a ticket of the game, by name; the first 200. */
  staff(ctx: Ctx, gameId: number): Promise<TicketStaff>
  /**
   * Takes, gives or releases a ticket, when it still belongs to whom the caller read. Once it is whose it shall be, again is fine.
   * @throws AppError `ticket.not_found` 404, `ticket.not_staff` 400 with the field `userId`; `ticket.taken` 409 with the name of
   * who has it, `ticket.released` 409
   */
  own(ctx: Ctx, gameId: number, id: number, owning: TicketOwning): Promise<QueueView>
}

const STAFF = `SELECT u.id, u.user_name AS name FROM users u
  WHERE ${mayAnswerSql('u', '$1')} AND ($2::uuid IS NULL OR u.id = $2) ORDER BY u.user_name LIMIT 200`

/** @throws AppError `ticket.taken`, `ticket.released` 409 when it is not `from`'s */
function needOwner({ owner, ownerName }: HeldTicket, from: string | null): void {
  if (owner === from) return
  if (owner === null) throw new AppError('ticket.released', 409)
  throw new AppError('ticket.taken', 409, { params: { name: ownerName ?? '' } })
}

export function createOwning({ db, change }: Needs): Owning {
  const person = { id: uuid, name: text }
  return {
    async staff(ctx, gameId) {
      requireInGame(ctx, gameId, 'tickets')
      return rows(db.pool, person, STAFF, [gameId, null])
    },

    async own(ctx, gameId, id, { userId, from }) {
      requireInGame(ctx, gameId, 'tickets')
      await change(ctx, { ledger: gameId }, async (tx) => {
        const ticket = await lockTicket(tx, gameId, id, null)
        if (ticket.owner === userId) return
        needOwner(ticket, from)
        if (userId !== null && (await rows(tx, person, STAFF, [gameId, userId])).length === 0)
          throw new AppError('ticket.not_staff', 400, { extra: { field: 'userId' } })
        await tx.query('UPDATE tickets SET owner_id = $2 WHERE id = $1', [id, userId])
        if (userId !== null && userId !== callerUserId(ctx)) await pushGivenTicket(tx, id, userId)
        tx.invalidate(ticketsTag(gameId))
        await tx.audit({
          action: 'ticket_assigned',
          target: gameTarget(gameId),
          before: { owner: ticket.owner },
          after: { ticket: id, owner: userId }
        })
      })
      return readQueuedTicket(db.pool, gameId, id)
    }
  }
}

import { callerUserId } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import { type Database, number, row } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import type { Mail } from '~/server/mail'
import type { Caches } from '~/server/platform/cache'
import type { Log } from '~/server/platform/log'
import { pushTicketMessages } from '~/server/push'
import type { TicketState } from './constants'
import { type HeldTicket, queuePlace } from './queries'

export interface Needs {
  db: Database
  caches: Caches
  change: MakeChange
  games: GameAccess
  mail: Mail
  log: Log
}

/** The cache tag of a game's tickets. */
export const ticketsTag = (gameId: number) => `tickets:${gameId}`
export const gameTarget = (gameId: number) => `game:${gameId}`

/** Adds a message by the caller. @returns its id */
export async function addMessage(
  tx: Change,
  ticketId: number,
  message: { staff: boolean; text: string }
): Promise<number> {
  const made = await row(
    tx,
    { id: number },
    `INSERT INTO ticket_messages (ticket_id, from_staff, user_id, text, at) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [ticketId, message.staff, callerUserId(tx.ctx), message.text, tx.ctx.now]
  )
  if (message.staff) await pushTicketMessages(tx, [made!.id])
  return made!.id
}

/** Turns a ticket to a state, at its place in the queue; one that waited already keeps its place. */
export async function setTicketState(
  tx: Change,
  gameId: number,
  ticket: Pick<HeldTicket, 'id' | 'state' | 'place' | 'participationId'>,
  { state, unread = 0 }: { state: TicketState; unread?: number }
): Promise<void> {
  const stays = state === 'waiting' && ticket.state === 'waiting'
  await tx.query(
    'UPDATE tickets SET state = $2, place = $3, unread = unread + $4, changed_at = $5 WHERE id = $1',
    [ticket.id, state, stays ? ticket.place : queuePlace(state, tx.ctx.now), unread, tx.ctx.now]
  )
  tx.invalidate(ticketsTag(gameId))
  // The team's count; its pages that are open hear of it (docs/rules/tickets.md#pages).
  if (unread > 0) tx.invalidate(`participation:${ticket.participationId}`)
}

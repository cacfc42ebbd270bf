import type { StoredStatus } from '~/server/games/contract'
import { AppError } from '~/server/platform/errors'
import { TICKET_LIMITS } from './constants'
import type { BARRIERS } from './contract'
import type { HeldTicket } from './queries'

/** Teams that do not take part ask about the game alone, one thing at a time (docs/rules/tickets.md#teams-that-do-not-play). */
const playing = (status: StoredStatus) => status === 'Accepted'

/** True if a team with this status can name a challenge. */
export const asksAboutChallenges = playing

/** Tickets that a team may have open. */
export const mostOpen = (status: StoredStatus): number =>
  playing(status) ? TICKET_LIMITS.open : TICKET_LIMITS.openApart

type Barrier = (typeof BARRIERS)[number]

/** The reason why a team cannot write to its ticket; null if it can. */
export function messageBarrier({
  state,
  messages,
  status
}: Pick<HeldTicket, 'state' | 'messages' | 'status'>): Barrier | null {
  if (state === 'closed') return 'closed'
  if (messages >= TICKET_LIMITS.messages) return 'full'
  return state === 'waiting' && !playing(status) ? 'unanswered' : null
}

/** The refusal that says so. */
export function barrierError(barrier: Barrier): AppError {
  if (barrier === 'closed') return new AppError('ticket.closed', 409)
  if (barrier === 'full')
    return new AppError('ticket.full', 400, { params: { most: TICKET_LIMITS.messages } })
  return new AppError('ticket.unanswered')
}

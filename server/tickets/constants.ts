/** What the pages of help share with the server; it needs no library (docs/rules/tickets.md). */

/** `sent`: the organisers wrote first, and the team has not replied. */
export const TICKET_STATES = ['waiting', 'answered', 'sent', 'closed'] as const
export type TicketState = (typeof TICKET_STATES)[number]

/** Filters of the queue by owner. */
export const TICKET_OWNERS = ['mine', 'nobody'] as const

/** Receivers of a message. `all`: every accepted team of the game. */
export const RECEIVERS = ['team', 'division', 'all'] as const

/**
 * Lengths in characters; messages of a ticket; tickets that a team may have open, and one that is not accepted; canned answers of a
 * game and the length of their names.
 */
export const TICKET_LIMITS = {
  title: 100,
  text: 4000,
  messages: 100,
  open: 5,
  openApart: 1,
  answers: 50,
  name: 60
} as const

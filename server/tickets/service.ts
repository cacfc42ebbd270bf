import { type Answering, createAnswering } from './answering'
import { type Asking, createAsking } from './asking'
import { type Broadcasting, createBroadcasting } from './broadcasting'
import { type CannedAnswers, createCanned } from './canned'
import { createEarlier, type EarlierTickets } from './earlier'
import { createOwning, type Owning } from './owning'
import type { Needs } from './writing'

/** Messages between teams and the organisers of a game (docs/rules/tickets.md). */
export interface Tickets extends Asking, Answering, Owning, Broadcasting, EarlierTickets {
  canned: CannedAnswers
}

/** `origin`: of this platform, for links in mails. */
export const createTickets = (needs: Needs, origin: string): Tickets => ({
  ...createAsking(needs),
  ...createAnswering(needs),
  ...createOwning(needs),
  ...createBroadcasting(needs, origin),
  ...createEarlier(needs),
  canned: createCanned(needs)
})

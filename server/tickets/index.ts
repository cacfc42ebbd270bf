import { type Answering, createAnswering } from './answering'
import { type Asking, createAsking } from './asking'
import { type Broadcasting, createBroadcasting } from './broadcasting'
import { type CannedAnswers, createCanned } from './canned'
import type { Needs } from './writing'

export { waitingSince } from './queries'

/** What teams and the organisers of a game write to each other (docs/rules/tickets.md). */
export interface Support extends Asking, Answering, Broadcasting {
  canned: CannedAnswers
}

/** `origin`: of this platform, for links in mails. */
export const createSupport = (needs: Needs, origin: string): Support => ({
  ...createAsking(needs),
  ...createAnswering(needs),
  ...createBroadcasting(needs, origin),
  canned: createCanned(needs)
})

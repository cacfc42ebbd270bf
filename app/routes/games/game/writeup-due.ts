import type { JoinOptions } from '~/server/participations/contract'
import type { Game } from './OwnParticipation'

/** Until when the reader's team may send the writeup that it owes after the end, in Unix milliseconds; null when it owes none. */
export function writeupDue(
  { status, member, end, writeupRequired, writeupsUntil }: Game,
  options: Pick<JoinOptions, 'crew'> | null,
  now: number
): number | null {
  if (!writeupRequired || writeupsUntil === null || status !== 'Accepted' || !member) return null
  if (options?.crew?.writeup !== false || Date.parse(end) > now) return null
  const due = Date.parse(writeupsUntil)
  return due > now ? due : null
}

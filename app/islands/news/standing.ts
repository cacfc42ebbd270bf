import type { StandingHint } from '~/scoring/gateway/contract'

/** How a team stands in a game, and what it has not read. */
export interface OwnStanding extends Pick<StandingHint, 'status' | 'division'> {
  /** Absent where the page does not tell: then it counts from what the socket says first. */
  unread?: number
}

export interface StandingChange {
  /** Its words are `standing` of the name space of news, by this key. */
  what: StandingHint['status'] | 'Reinstated' | 'division' | 'no_division' | 'message'
  division: string | null
}

/**
 * What a reader is told; null when it is all as before. A status says more than a division that came with it, and that more
 * than a message.
 */
export function changeOf(before: OwnStanding, now: OwnStanding): StandingChange | null {
  const { status, division } = now
  if (status !== before.status) {
    const back = status === 'Accepted' && before.status === 'Suspended'
    return { what: back ? 'Reinstated' : status, division }
  }
  if (division !== before.division) return { what: division === null ? 'no_division' : 'division', division }
  const isMore = now.unread !== undefined && before.unread !== undefined && now.unread > before.unread
  return isMore ? { what: 'message', division } : null
}

import type { StandingHint } from '~/scoring/gateway/contract'

/** How a team stands in a game, and what it has not read. */
export interface OwnStanding extends Pick<StandingHint, 'status' | 'division'> {
  /** Absent where the page does not tell: then it counts from what the socket says first. */
  unread?: number
}

export interface StandingChange {
  /** A key below `standing` in the namespace of news. */
  what: StandingHint['status'] | 'Reinstated' | 'division' | 'no_division' | 'message'
  division: string | null
}

/** The change to tell a reader; null if nothing changed. A new status hides a new division, and that hides a message. */
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

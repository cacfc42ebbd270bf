import type { StandingHint } from '~/scoring/gateway/contract'

/** How a team stands in a game. */
export type OwnStanding = Pick<StandingHint, 'status' | 'division'>

/** What became of it. */
export interface StandingChange {
  /** Its words are `standing` of the name space of news, by this key. */
  what: StandingHint['status'] | 'Reinstated' | 'division' | 'no_division'
  division: string | null
}

/** What a reader is told; null when it is all as before. A status says more than a division that came with it. */
export function changeOf(before: OwnStanding, now: OwnStanding): StandingChange | null {
  const { status, division } = now
  if (status !== before.status) {
    const back = status === 'Accepted' && before.status === 'Suspended'
    return { what: back ? 'Reinstated' : status, division }
  }
  if (division === before.division) return null
  return { what: division === null ? 'no_division' : 'division', division }
}

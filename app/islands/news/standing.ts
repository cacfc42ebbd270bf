import type { StandingHint } from '~/scoring/gateway/contract'

export type OwnStanding = Pick<StandingHint, 'status' | 'division'>

export interface StandingChange {
  /** Key below `standing` in the news texts. */
  what: StandingHint['status'] | 'Reinstated' | 'division' | 'no_division'
  division: string | null
}

/** What to report; null without a change. A status takes precedence over a division. */
export function changeOf(before: OwnStanding, now: OwnStanding): StandingChange | null {
  const { status, division } = now
  if (status !== before.status) {
    const back = status === 'Accepted' && before.status === 'Suspended'
    return { what: back ? 'Reinstated' : status, division }
  }
  if (division === before.division) return null
  return { what: division === null ? 'no_division' : 'division', division }
}

import { useState } from 'react'
import type { StandingHint } from '~/scoring/gateway/contract'
import type { StandingChange } from '../news/standing-change'
import { useRenewal, useStanding } from '../news/use-standing'
import type { ScoreboardProps } from './props'

/** The reader's participation and whether its challenges are open; follows changes by administrators. */
export function useOwn(
  { own: first, standing, open }: ScoreboardProps,
  changed: (change: StandingChange) => void
) {
  const [own, setOwn] = useState(first)
  const renew = useRenewal()
  const take = useStanding(standing, (change) => {
    changed(change)
    renew()
  })
  const onStanding = (hint: StandingHint) => {
    setOwn(hint.status === 'Accepted' ? hint.participationId : null)
    take(hint)
  }
  return { own, playable: own !== null && open, onStanding }
}

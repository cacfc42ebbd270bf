import { useEffect, useState } from 'react'

const KEPT = 'times-zone'
export const UTC = 'UTC'

export interface Zones {
  zone: string
  own: string
  choose(zone: string): void
}

/** UTC or the reader's zone; stored in this browser. */
export function useZone(): Zones {
  const [{ zone, own }, set] = useState({ zone: UTC, own: UTC })
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const same = /^(Etc\/)?(UTC|UCT|GMT|Zulu|Universal|Greenwich)$/.test(timeZone)
    const found = same ? UTC : timeZone
    set({ own: found, zone: localStorage.getItem(KEPT) === 'own' ? found : UTC })
  }, [])
  return {
    zone,
    own,
    choose(next) {
      localStorage.setItem(KEPT, next === UTC ? 'utc' : 'own')
      set({ zone: next, own })
    }
  }
}

import { useEffect, useRef, useState } from 'react'
import { fetchJson } from '../runtime/calls'
import type { FoundChallenges } from './props'
import { needsServer, type Query } from './query'

/** Searches on the server; until it responds, in titles only. A new `news` repeats the search. */
export function useFound(
  gameId: number,
  query: Query,
  first: FoundChallenges | null,
  news: number
): FoundChallenges | null {
  const [found, setFound] = useState(first)
  const { search, show } = query
  const requested = useRef(first && `${search}\n${show}\n${news}`)
  useEffect(() => {
    const wanted = `${search}\n${show}\n${news}`
    if (!needsServer({ search, show }) || requested.current === wanted) return
    requested.current = wanted
    const fields = new URLSearchParams({ q: search, f: show })
    void fetchJson<FoundChallenges>(`/games/${gameId}/Challenges/Found?${fields}`)
      .then((next) => requested.current === wanted && setFound(next))
      .catch(() => {
        if (requested.current === wanted) requested.current = null
      })
  }, [gameId, search, show, news])
  return found
}

import { useEffect, useRef } from 'react'
import { pinsIn, type Query } from './query'

/**
 * Remembers in this browser which teams the reader compares in a game, and shows them when the address names none. The
 * address of somebody else changes nothing that is remembered.
 */
export function useKeptTeams(gameId: number, query: Query, replace: (query: Query) => void) {
  const latest = useRef({ query, replace })
  latest.current = { query, replace }
  const opened = useRef(true)
  const teams = query.teams.join()
  useEffect(() => {
    const key = `teams ${gameId}`
    try {
      if (!opened.current) localStorage.setItem(key, teams)
      else if (teams === '') {
        const kept = pinsIn(localStorage.getItem(key))
        if (kept.length > 0) latest.current.replace({ ...latest.current.query, teams: kept })
      }
    } catch {
      // A browser may keep nothing.
    }
    opened.current = false
  }, [gameId, teams])
}

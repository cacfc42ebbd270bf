import { useCallback, useEffect, useRef, useState } from 'react'
import { hrefOf, type Query, readQuery } from './query'

const HIDE_KEY = 'hide-solved'

/** Marks history entries made by clicks in this page. */
const OPENED = { dialog: true }

const openedHere = () => (history.state as { dialog?: boolean } | null)?.dialog === true

/** Opening a dialog adds to the history, filters do not (docs/rules/interface.md#board-of-challenges). */
export function useQuery(gameId: number, first: Query) {
  const [query, setQuery] = useState(first)
  /** Going back; a second press must not go back twice. */
  const leaving = useRef(false)

  useEffect(() => {
    const follow = () => {
      leaving.current = false
      setQuery(readQuery(new URLSearchParams(location.search)))
    }
    addEventListener('popstate', follow)
    const shown = readQuery(new URLSearchParams(location.search))
    if (!shown.hideSolved && localStorage.getItem(HIDE_KEY) === 'true') {
      const next = { ...shown, hideSolved: true }
      history.replaceState(history.state, '', hrefOf(gameId, next))
      setQuery(next)
    }
    return () => removeEventListener('popstate', follow)
  }, [gameId])

  const go = useCallback(
    (next: Query) => {
      if (leaving.current) return
      const before = readQuery(new URLSearchParams(location.search))
      if (next.open === null && before.open !== null && openedHere()) {
        leaving.current = true
        history.back()
        return
      }
      localStorage.setItem(HIDE_KEY, String(next.hideSolved))
      const href = hrefOf(gameId, next)
      if (next.open !== null && before.open !== next.open) history.pushState(OPENED, '', href)
      else history.replaceState(next.open === null ? null : history.state, '', href)
      setQuery(next)
    },
    [gameId]
  )

  return { query, go }
}

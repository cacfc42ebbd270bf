import { useEffect, useRef } from 'react'
import { fetchOk } from '~/app/islands/runtime/calls'
import { MAX_PINS, pinsIn, type Query } from './query'

/** Both lists, the account's first, as far as there is place. */
export const merged = (account: readonly number[], browser: readonly number[]): number[] =>
  [...new Set([...account, ...browser])].slice(0, MAX_PINS)

/** The list that this browser keeps for a game: of visitors, and of a reader before it went to the account. */
const browserList = (gameId: number) => {
  const key = `teams ${gameId}`
  // A browser may keep nothing.
  const tried = <T>(work: () => T, otherwise: T) => {
    try {
      return work()
    } catch {
      return otherwise
    }
  }
  return {
    read: () => tried(() => pinsIn(localStorage.getItem(key)), []),
    write: (teams: string) => tried(() => localStorage.setItem(key, teams), undefined),
    drop: () => tried(() => localStorage.removeItem(key), undefined)
  }
}

const store = (gameId: number, teams: readonly number[]) =>
  fetchOk(`/api/game/${gameId}/follows`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ teams })
  })

/**
 * Remembers which teams the reader compares in a game, and shows them when the address names none: with the account, or in this
 * browser for visitors (`followed` null). The address of somebody else changes nothing that is remembered.
 */
export function useKeptTeams(
  gameId: number,
  query: Query,
  followed: readonly number[] | null,
  replace: (query: Query) => void
) {
  const latest = useRef({ query, followed, replace })
  latest.current = { query, followed, replace }
  /** The teams that are stored, or that must not be stored; null before the first look. */
  const known = useRef<string | null>(null)
  /** Requests run one after another, so that the last choice is stored last. */
  const sent = useRef<Promise<unknown>>(Promise.resolve())
  const teams = query.teams.join()
  useEffect(() => {
    const { query, followed, replace } = latest.current
    const inBrowser = browserList(gameId)
    const keep = (list: readonly number[]) => {
      sent.current = sent.current.then(() => store(gameId, list)).catch(() => {})
      return sent.current
    }
    if (known.current !== null) {
      if (known.current === teams) return
      known.current = teams
      if (followed === null) inBrowser.write(teams)
      else keep(query.teams)
      return
    }
    const browser = inBrowser.read()
    const list = followed === null ? browser : merged(followed, browser)
    if (followed !== null && browser.length > 0) store(gameId, list).then(inBrowser.drop, () => {})
    known.current = teams === '' ? list.join() : teams
    if (teams === '' && list.length > 0) replace({ ...query, teams: list })
  }, [gameId, teams])
}

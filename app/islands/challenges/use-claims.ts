import { useCallback, useEffect, useRef, useState } from 'react'
import type { TeamClaims } from '~/server/workspace/contract'
import { fetchJson } from '../runtime/calls'

/** Most milliseconds before claims are fetched, at random, so that members of a team do not all ask at once. */
const DEBOUNCE_MS = 400

/**
 * Who of the team works on what. `renew` fetches it soon; what fails is fetched with the next change. `onHello` fetches it after
 * the connection was lost.
 */
export function useClaims(gameId: number, first: TeamClaims) {
  const [claims, setClaims] = useState(first)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const renew = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      fetchJson<TeamClaims>(`/api/game/${gameId}/workspace/claims`)
        .then(setClaims)
        .catch(() => {})
    }, DEBOUNCE_MS * Math.random())
  }, [gameId])
  useEffect(() => () => clearTimeout(timer.current), [])
  const greeted = useRef(false)
  const onHello = useCallback(() => {
    if (greeted.current) renew()
    greeted.current = true
  }, [renew])
  return { claims, renew, onHello }
}

import { useEffect, useRef } from 'react'
import type { StandingHint } from '~/scoring/gateway/contract'
import { exchange, pageNow } from '../refresh/exchange'
import { pause } from '../runtime/calls'
import { changeOf, type OwnStanding, type StandingChange } from './standing'

/** Milliseconds between two tries to have the page as it is now, and how many there are. */
const RETRY = 3000
const TRIES = 10

/**
 * Takes what the socket says of the own standing, and calls back when that is another one than the page shows; `first` is
 * what it shows at first, null when it does not show any.
 */
export function useStanding(first: OwnStanding | null, changed: (change: StandingChange) => void) {
  const known = useRef(first)
  const latest = useRef(changed)
  latest.current = changed
  return useRef(({ status, division, unread }: StandingHint) => {
    const before = known.current
    known.current = { status, division, unread }
    const change = before && changeOf(before, known.current)
    if (change) latest.current(change)
  }).current
}

/** Brings those parts of the page up to date that depend on how the reader stands. They are marked `data-standing`. */
export function useRenewal(): () => void {
  const run = useRef(0)
  useEffect(() => () => void run.current++, [])
  return useRef(async () => {
    const mine = ++run.current
    for (let tries = 0; tries < TRIES && mine === run.current; tries++) {
      const fresh = await pageNow().catch(() => null)
      if (mine !== run.current) return
      if (fresh) return exchange(document, fresh, 'standing')
      await pause(RETRY)
    }
  }).current
}

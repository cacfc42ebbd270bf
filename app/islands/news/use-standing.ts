import { useEffect, useRef } from 'react'
import type { StandingHint } from '~/scoring/gateway/contract'
import { pageNow, replaceMarked } from '../refresh/exchange'
import { delay } from '../runtime/calls'
import { changeOf, type OwnStanding, type StandingChange } from './standing-change'

/** Milliseconds between two tries to fetch the page, and their number. */
const RETRY_MS = 3000
const TRIES = 10

/** Calls `changed` when the standing differs from the shown one. `first`: on the page; null for none. */
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

/** Replaces the parts of the page that depend on the standing, marked `data-standing`. */
export function useRenewal(): () => void {
  const run = useRef(0)
  useEffect(() => () => void run.current++, [])
  return useRef(async () => {
    const mine = ++run.current
    for (let tries = 0; tries < TRIES && mine === run.current; tries++) {
      const fresh = await pageNow().catch(() => null)
      if (mine !== run.current) return
      if (fresh) return replaceMarked(document, fresh, 'standing')
      await delay(RETRY_MS)
    }
  }).current
}

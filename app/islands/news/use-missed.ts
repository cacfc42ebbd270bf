import { useEffect, useRef } from 'react'
import { serverNow } from '../runtime/clock'
import type { Connection } from '../runtime/socket'

/** Milliseconds after which a silent connection is noticed (docs/rules/wire.md#sockets). */
const UNNOTICED = 15_000

/**
 * Calls back at each connection with the time since which pushes may be missing.
 * @param made time of the page; Infinity when its first connection does not matter
 */
export function useMissed(connection: Connection, made: number, missed: (since: number) => void): void {
  const lost = useRef<number | null>(made)
  const latest = useRef(missed)
  latest.current = missed
  useEffect(() => {
    if (connection !== 'live') {
      lost.current ??= serverNow() - UNNOTICED
      return
    }
    const since = lost.current
    lost.current = null
    if (since !== null && since !== Number.POSITIVE_INFINITY) latest.current(since)
  }, [connection])
}

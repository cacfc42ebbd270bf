import { useEffect, useRef } from 'react'
import { serverNow } from '../runtime/clock'
import type { Connection } from '../runtime/socket'

/** Milliseconds for which a line may have been silent before that was found out (docs/rules/wire.md#sockets). */
const UNNOTICED = 15_000

/**
 * Calls back when the socket is there, at first and again, with the Unix milliseconds from which on something may have
 * been missed; `made` is when the page was made, or Infinity where its first connection does not matter.
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

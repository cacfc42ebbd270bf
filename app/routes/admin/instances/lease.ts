import type { InstanceRow } from '~/server/instances/contract'
import { MINUTE_MS } from '~/server/platform/time'

export interface Lease {
  until: number
  /** Milliseconds, never negative. */
  left: number
  /** Minutes from readiness to the end, with extensions. */
  minutes: number
  /** Remaining percent, and percent from which on the team may extend it. */
  share: number
  window: number
  closing: boolean
}

type Dated = Pick<InstanceRow, 'state' | 'readyAt' | 'expiresAt' | 'ending'>

/** Null without an end, or while stopping. `window`: minutes before the end. */
export function leaseOf(
  { state, readyAt, expiresAt, ending }: Dated,
  window: number,
  now: number
): Lease | null {
  const lives = state === 'ready' || state === 'unhealthy'
  if (!lives || ending || readyAt === null || expiresAt === null) return null
  const whole = Math.max(expiresAt - readyAt, 1)
  const left = Math.max(0, expiresAt - now)
  const share = (part: number) => Math.min(100, (100 * part) / whole)
  return {
    until: expiresAt,
    left,
    minutes: Math.round(whole / MINUTE_MS),
    share: share(left),
    window: share(window * MINUTE_MS),
    closing: left <= window * MINUTE_MS
  }
}

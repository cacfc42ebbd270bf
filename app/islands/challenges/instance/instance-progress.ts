import { fromWire } from '~/scoring/rules'
import type { InstanceView } from '~/server/instances/contract'
import { MINUTE_MS } from '~/server/platform/time'

/** `queue` and `image` both belong to the state queued: waiting for a place, or for the image. */
export type Phase =
  | 'none'
  | 'queue'
  | 'image'
  | 'starting'
  | 'ready'
  | 'unhealthy'
  | 'stopping'
  | 'stuck'
  | 'ended'
  | 'failed'

/** State of an instance at a moment. Times in milliseconds. */
export interface Standing {
  phase: Phase
  /** Remaining time; null while none runs. */
  left: number | null
  /** Percent of its life; 0 while none runs. */
  share: number
  extendable: boolean
  /** End after an extension; null when it cannot be extended. */
  extended: number | null
  soon: boolean
  barrier: 'unavailable' | 'limit' | null
}

const SOON = 10 * MINUTE_MS

export const timeOf = (text: string | null): number | null => (text === null ? null : fromWire(text))

function phaseOf({ state, waitsFor }: InstanceView, left: number | null): Phase {
  if (state === 'queued') return waitsFor === 'image' ? 'image' : 'queue'
  // The time is up; the server reports that soon.
  if (left !== null && left <= 0 && (state === 'ready' || state === 'unhealthy')) return 'stopping'
  return state
}

function barrierOf({ unavailable, limit, inUse, replaces }: InstanceView): Standing['barrier'] {
  if (unavailable !== null) return 'unavailable'
  return limit > 0 && inUse >= limit && !replaces ? 'limit' : null
}

/** State at `now` (Unix milliseconds of the server). */
export function standingOf(view: InstanceView, now: number): Standing {
  const end = timeOf(view.expiresAt)
  const begin = timeOf(view.readyAt) ?? timeOf(view.startedAt)
  const left = end === null ? null : end - now
  const phase = phaseOf(view, left)
  const runs = (phase === 'ready' || phase === 'unhealthy') && left !== null && end !== null
  const opens = timeOf(view.extendableAt)
  const whole = end === null || begin === null ? 0 : end - begin
  return {
    phase,
    left: runs ? left : null,
    share: runs && whole > 0 ? Math.round(Math.min(100, (100 * left) / whole)) : 0,
    extendable: runs && opens !== null && opens <= now,
    extended: runs && opens !== null ? end + view.extension * MINUTE_MS : null,
    soon: runs && left <= SOON,
    barrier: barrierOf(view)
  }
}

/** True if the state will change soon, so that polling is worthwhile. */
export const unsettled = (view: InstanceView, now: number): boolean =>
  ['queue', 'image', 'starting', 'stopping'].includes(standingOf(view, now).phase)

/** Changes that the reader may not be watching. */
export type Turn = 'ready' | 'failed'

/** The change between two views of one instance; null for none worth a message. */
export function turnOf(before: InstanceView | undefined, { id, state }: InstanceView): Turn | null {
  if (!before || before.id !== id) return null
  if (before.state !== 'queued' && before.state !== 'starting') return null
  return state === 'ready' || state === 'failed' ? state : null
}

/** Percent of the image that is pulled; null while its size is unknown. */
export function pulled({ pull }: Pick<InstanceView, 'pull'>): number | null {
  if (!pull) return null
  const [done, total] =
    pull.bytesTotal > 0 ? [pull.bytesDone, pull.bytesTotal] : [pull.layersDone, pull.layersTotal]
  return total > 0 ? Math.min(100, Math.floor((100 * done) / total)) : null
}

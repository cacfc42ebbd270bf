import { fromWire } from '~/scoring/rules'
import type { InstanceView } from '~/server/instances/contract'

/** What the box shows. `queue` and `image` are both of the state queued: in line, or until the image is there. */
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

/** An instance as it stands at a moment. Times in milliseconds. */
export interface Standing {
  phase: Phase
  /** Until it ends by itself; null while nothing runs. */
  left: number | null
  /** Of its whole life, in percent; 0 while nothing runs. */
  share: number
  /** It may be extended now. */
  extendable: boolean
  /** When it would end then; null when there is nothing to extend. */
  extended: number | null
  /** It ends within minutes. */
  soon: boolean
  /** Why none can be started in its place. */
  barrier: 'unavailable' | 'limit' | null
}

const MINUTE = 60_000
const SOON = 10 * MINUTE

export const timeOf = (text: string | null): number | null => (text === null ? null : fromWire(text))

function phaseOf({ state, waitsFor }: InstanceView, left: number | null): Phase {
  if (state === 'queued') return waitsFor === 'image' ? 'image' : 'queue'
  // Its time is up, and the platform is about to say so.
  if (left !== null && left <= 0 && (state === 'ready' || state === 'unhealthy')) return 'stopping'
  return state
}

function barrierOf({ unavailable, limit, inUse, replaces }: InstanceView): Standing['barrier'] {
  if (unavailable !== null) return 'unavailable'
  return limit > 0 && inUse >= limit && !replaces ? 'limit' : null
}

/** How the instance stands at `now` (Unix milliseconds of the server). */
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
    extended: runs && opens !== null ? end + view.extension * MINUTE : null,
    soon: runs && left <= SOON,
    barrier: barrierOf(view)
  }
}

/** Whether it is on its way to something else, so that it is worth asking again. */
export const unsettled = (view: InstanceView, now: number): boolean =>
  ['queue', 'image', 'starting', 'stopping'].includes(standingOf(view, now).phase)

/** What a known instance came to that its reader may not be looking at. */
export type Turn = 'ready' | 'failed'

/** The turn between two views of the same instance; null when there is none worth telling. */
export function turnOf(before: InstanceView | undefined, { id, state }: InstanceView): Turn | null {
  if (!before || before.id !== id) return null
  if (before.state !== 'queued' && before.state !== 'starting') return null
  return state === 'ready' || state === 'failed' ? state : null
}

/** How far the image is, in percent; null while the registry has not said how much it is. */
export function pulled({ pull }: Pick<InstanceView, 'pull'>): number | null {
  if (!pull) return null
  const [done, total] =
    pull.bytesTotal > 0 ? [pull.bytesDone, pull.bytesTotal] : [pull.layersDone, pull.layersTotal]
  return total > 0 ? Math.min(100, Math.floor((100 * done) / total)) : null
}

/** `8:41`, or `1:12:09` from an hour on. Never negative. */
export function clockLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

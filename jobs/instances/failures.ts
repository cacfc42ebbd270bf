import type { ClaimedStart } from '~/server/instances'
import type { StartError } from '~/server/instances/contract'
import { type Ending, EngineError } from './engine/engine'
import { EgressRefused } from './guard/egress'

/** The container ended before it was ready. */
export class Exited extends Error {
  constructor(readonly ending: Ending | null) {
    super(ending?.oomKilled ? 'out of memory' : `exit code ${ending?.exitCode ?? 'unknown'}`)
  }
}

export class NotReady extends Error {}

/** The challenge has a flag of each team, and the team has none: what it would start could not be solved. */
export class FlagMissing extends Error {}

interface Failure {
  code: StartError
  retry: boolean
  isAttempt: boolean
}

/** Temporary faults, which do not count as an attempt. */
const TRANSIENT: readonly string[] = ['subnet_taken', 'port_taken', 'gone', 'unreachable']

/** An image of a registry is pulled again. One without may be on some nodes alone, and nothing brings it to the others. */
const isPinned = ({ images }: Pick<ClaimedStart, 'images'>) =>
  Object.values(images).every((image) => image.includes('@'))

/** Why a start failed, and whether another attempt may succeed. */
export function failureOf(error: unknown, claim: Pick<ClaimedStart, 'images'>): Failure {
  if (error instanceof NotReady) return { code: 'not_ready', retry: false, isAttempt: true }
  if (error instanceof Exited)
    return { code: error.ending?.oomKilled ? 'oom' : 'exited', retry: false, isAttempt: true }
  if (error instanceof FlagMissing) return { code: 'flag_missing', retry: false, isAttempt: true }
  if (error instanceof EgressRefused) return { code: error.code, retry: true, isAttempt: true }
  if (!(error instanceof EngineError)) return { code: 'engine', retry: true, isAttempt: true }
  if (error.fault === 'not_ready') return { code: 'not_ready', retry: false, isAttempt: true }
  if (error.fault === 'start_failed') return { code: 'command', retry: false, isAttempt: true }
  if (error.fault === 'image.not_found')
    return { code: 'image_missing', retry: true, isAttempt: !isPinned(claim) }
  return { code: 'engine', retry: true, isAttempt: !TRANSIENT.includes(error.fault) }
}

import type { CheckState } from '~/server/challenges/solver/constants'
import type { EndReason, StartError } from '~/server/instances/contract'
import type { RunCause, RunOutcome, RunReason } from './constants'

/** The result of a run; `detail` is a code with more. */
export interface Finding {
  outcome: RunOutcome
  reason: RunReason | null
  detail?: string | null
}

export const passed: Finding = { outcome: 'passed', reason: null }
export const failedFinding = (reason: RunReason, detail?: string | null): Finding => ({
  ...{ outcome: 'failed', reason, detail }
})
export const notRun = (reason: RunReason, detail?: string | null): Finding => ({
  ...{ outcome: 'not_run', reason, detail }
})

/** Faults that players would meet too. */
const CHALLENGES_FAULTS: readonly (StartError | EndReason | null)[] = [
  'not_ready',
  'exited',
  'oom',
  'command',
  'flag_missing',
  'crashed',
  'disk_full'
]

/**
 * The result of a run whose instance ended before its solver; null: no result, so the run is retried
 * (docs/rules/solve-checks.md#outcomes).
 */
export function findingOf(reason: EndReason | null, error: StartError | null): Finding | null {
  if (reason === 'lost' || reason === 'expired' || reason === null) return null
  const why = reason === 'start_failed' ? error : reason
  if (CHALLENGES_FAULTS.includes(why)) return failedFinding('instance', why)
  if (why === 'image_missing') return notRun('image')
  return reason === 'start_failed' ? notRun('engine', why) : notRun('stopped')
}

/** How a solver ended, and whether its last line is a flag that counts; null for none. */
export interface SolverEnd {
  right: boolean | null
  timedOut: boolean
  oomKilled: boolean
  exitCode: number | null
}

/** A right flag passes even if the solver was killed or crashed afterwards; a timeout never does. */
export function findingOfSolver({ right, timedOut, oomKilled, exitCode }: SolverEnd): Finding {
  if (timedOut) return failedFinding('timeout')
  if (right) return passed
  if (oomKilled) return failedFinding('oom')
  if (exitCode !== 0) return failedFinding('crashed')
  return failedFinding(right === null ? 'no_flag' : 'wrong_flag')
}

/** The state after a run, and whether it is checked again at once: one bad run may be a hiccup. */
export function stateAfter(
  state: CheckState,
  outcome: RunOutcome,
  cause: RunCause
): { state: CheckState; again: boolean } {
  if (outcome === 'passed') return { state: 'passing', again: false }
  if (outcome === 'not_run') return { state: 'unknown', again: false }
  const sure = state === 'failing' || cause === 'again'
  return sure ? { state: 'failing', again: false } : { state, again: true }
}

import type { TestInstance } from '~/app/request/test-instance'

export type Phase = 'none' | TestInstance['state']

/** What the panel shows; one that is to end is stopping. */
export function phaseOf(test: TestInstance | null): Phase {
  if (!test) return 'none'
  const over = test.state === 'ended' || test.state === 'failed' || test.state === 'stuck'
  return test.ending && !over ? 'stopping' : test.state
}

/** Whether there is one that stands in the way of none: it never was, or is over. */
export const isOver = (phase: Phase) => phase === 'none' || phase === 'ended' || phase === 'failed'

/** Milliseconds between two polls; null when nothing can change by itself. */
export function paceOf(test: TestInstance | null, sent: boolean): number | null {
  const phase = phaseOf(test)
  if (sent || phase === 'queued' || phase === 'starting' || phase === 'stopping') return 1000
  return isOver(phase) ? null : 5000
}

/** What to do about one that did not start or did not last, as a key of the texts `test.fix`; null = nothing to be done. */
export function fixOf({
  state,
  error,
  reason
}: Pick<TestInstance, 'state' | 'error' | 'reason'>): string | null {
  if (state === 'failed') return error ?? 'engine'
  if (state !== 'ended') return null
  if (reason === 'crashed') return 'exited'
  return reason === 'oom' || reason === 'disk_full' || reason === 'lost' ? reason : null
}

/** Seconds of a stage with one digit behind the point. */
export const secondsOf = (ms: number): number => Math.round(ms / 100) / 10

import type { TestInstance } from '~/app/request/test-instance'

export type Phase = 'none' | TestInstance['state']

/** An instance that shall end is stopping. */
export function phaseOf(test: TestInstance | null): Phase {
  if (!test) return 'none'
  const over = test.state === 'ended' || test.state === 'failed' || test.state === 'stuck'
  return test.ending && !over ? 'stopping' : test.state
}

export const isOver = (phase: Phase) => phase === 'none' || phase === 'ended' || phase === 'failed'

/** Milliseconds until the next look; null when nothing will change by itself. `sent`: a request is under way. */
export function paceOf(test: TestInstance | null, { sent }: { sent: boolean }): number | null {
  const phase = phaseOf(test)
  if (sent || phase === 'queued' || phase === 'starting' || phase === 'stopping') return 1000
  return isOver(phase) ? null : 5000
}

/** Key below `test.fix` of the advice for a failure; null for none. */
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

export const secondsOf = (ms: number): number => Math.round(ms / 100) / 10

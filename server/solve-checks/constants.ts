/** Docs: docs/rules/solve-checks.md#outcomes. */
export const RUN_OUTCOMES = ['passed', 'failed', 'not_run'] as const
export type RunOutcome = (typeof RUN_OUTCOMES)[number]

/** Staff, the schedule, or a failed run that is checked again at once. */
export const RUN_CAUSES = ['hand', 'schedule', 'again'] as const
export type RunCause = (typeof RUN_CAUSES)[number]

/** Why a run did not pass. The first seven are faults of the challenge or its solver, the others are faults of the platform. */
export const RUN_REASONS = [
  'wrong_flag',
  'no_flag',
  'crashed',
  'timeout',
  'oom',
  'command',
  'instance',
  'engine',
  'image',
  'queue',
  'config',
  'lost',
  'stopped'
] as const
export type RunReason = (typeof RUN_REASONS)[number]

/** Kept runs of a challenge, and bytes of the output of each. */
export const KEPT_RUNS = 20
export const OUTPUT_BYTES = 16_384

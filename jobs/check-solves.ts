import type { Job } from './job'

/** Starts due solve checks, and ends or retries those that no worker has claimed any more (docs/rules/solve-checks.md). */
export const checkSolves: Job = {
  name: 'check-solves',
  everywhere: true,
  schedule: '* * * * * *',
  timeout: 60_000,
  quiet: true,
  run: ({ services }) => services.solveChecks.upkeep()
}

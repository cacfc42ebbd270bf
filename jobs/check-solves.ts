import type { Job } from './job'

/** Begins solve checks that are due, and ends or retries those that nobody works at (docs/rules/solve-checks.md). */
export const checkSolves: Job = {
  name: 'check-solves',
  everywhere: true,
  schedule: '* * * * * *',
  timeout: 60_000,
  quiet: true,
  run: ({ services }) => services.solveChecks.upkeep()
}

export { createSolveChecks, type SolveChecks } from './service'
export type { CheckWork, ClaimedCheck, Solved } from './work'

export { createSolveChecks, type SolveChecks } from './service'
export type { ClaimedCheck, Solved } from './work'

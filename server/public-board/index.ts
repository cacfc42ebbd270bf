export {
  apartFromCorrectionsSinceSql,
  CHANGED_SQL,
  changedAfterSql,
  changedSince,
  FROZEN_SQL,
  foldPublicBoard,
  freeSolvesSql,
  GRANTED_SINCE_SQL,
  knownSolvedSql,
  knownStatusSql,
  SOLVED_SINCE_SQL,
  SOLVES_AS_TOLD_SQL
} from './public-board'
export { createRunningBoards, type RunningBoards } from './running'

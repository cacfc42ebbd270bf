export * from './bonus'
export { type CellKey, Ceremony, type Opened, type Tries } from './ceremony'
export { applyDelta, applyWaiting, boardFromSnapshot, type PublicBoard, renameFrom } from './client'
export {
  boardFromColumns,
  type ChallengeRow,
  COLUMNS_FORMAT,
  type ColumnsHead,
  columnsHead,
  type TeamRow
} from './columnar-board'
export type * from './contract'
export * from './curve'
export { applyEvent, fold } from './fold'
export { Freeze } from './freeze'
export { functionValues, isScoringFunction, SCORING_FUNCTIONS, type ScoringFunction } from './functions'
export { awardOf, collapsedAwards, countAwards, hillOf } from './hill'
export { publicEvents } from './public'
export { RankHistories, type RankHistory } from './rank-history'
export { type Course, Replay, solveCourse } from './replay'
export { priceChallenge, settle } from './settle'
export {
  type Award,
  type BoardState,
  bloodsOf,
  type ChallengeState,
  emptyBoard,
  isCounted,
  isDecayStopped,
  type Solve,
  solveOf,
  type TeamState
} from './state'
export { fromWire, NEVER, toWire } from './time'
export { scoreHistory } from './timeline'
export {
  type AwardRow,
  adjustmentView,
  awardRow,
  boardChallenge,
  boardItem,
  boardTimelines,
  challengeCard,
  challengesAsShown,
  challengesByCategory,
  scoreboardView,
  teamCard
} from './view'
export { type OtherRules, OWN_RULES, STATIC_CURVE, TIE_BREAKS, WhatIf } from './what-if'

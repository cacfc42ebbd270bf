export * from './bonus'
export { type Cell, type CellKey, Ceremony, type Opened, type Outcome, type Tries } from './ceremony'
export { applyDelta, applyWaiting, boardFromSnapshot, type PublicBoard, renameFrom } from './client'
export {
  boardFromColumns,
  type ChallengeRow,
  COLUMNS_FORMAT,
  type ColumnsHead,
  columnsHead,
  type TeamRow
} from './columns'
export type * from './contract'
export * from './curve'
export { applyEvent, fold } from './fold'
export { Freeze } from './freeze'
export { publicEvents } from './public'
export { RankHistories, type RankHistory, type RankStep } from './rank-history'
export { type Course, courseOf, Replay } from './replay'
export { settle } from './settle'
export {
  type BoardState,
  bloodsOf,
  type ChallengeState,
  counts,
  emptyBoard,
  isFree,
  type Solve,
  type TeamState
} from './state'
export { fromWire, NEVER, toWire } from './time'
export { history, leaders, OVERALL } from './timeline'
export {
  type AwardRow,
  adjustment,
  awardRow,
  boardChallenge,
  boardItem,
  boardTimelines,
  challengeCard,
  challengesByCategory,
  scoreboard,
  teamCard
} from './view'
export { type OtherRules, OWN_RULES, STATIC_CURVE, TIE_BREAKS, type TieBreak, WhatIf } from './what-if'

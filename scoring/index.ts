export { boardCards } from './board/cards'
export type { BoardSnapshot } from './board/snapshot'
export { type WholeBoard, wholeBoard } from './board/whole'
export { type BoardReader, createBoardReader } from './board-reader'
export type {
  Around,
  BoardFacts,
  BoardLine,
  BoardTeam,
  DivisionBest,
  LatestSolve,
  Part,
  TeamCourse
} from './ranking/contract'
export type * from './rules/contract'
export type { RankStep } from './rules/rank-history'

export { boardCards } from './board/cards'
export type { BoardSnapshot, Encoding } from './board/snapshot'
export { type WholeBoard, wholeBoard } from './board/whole'
export { type BoardReader, createBoardReader } from './boards'
export type {
  Around,
  BoardFacts,
  BoardLine,
  BoardTeam,
  DivisionBest,
  Part,
  PartQuery,
  TeamCourse
} from './ranking/contract'
export type { Standing } from './ranking/rows'
export type * from './rules/contract'
export type { RankHistory, RankStep } from './rules/rank-history'

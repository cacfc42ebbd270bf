export { type BoardReader, createBoardReader } from './board/reader'
export type { BoardSnapshot, Encoding } from './board/snapshot'
export type * from './rules/contract'

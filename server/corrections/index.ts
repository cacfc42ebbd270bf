export { correctIn, type Decided, planDecided, previewDecided } from './deciding'
export { type BothStandings, standingsBehind } from './effect'
export { keepEditedEnd } from './extension'
export { followBloods } from './following'
export { dropLateFreeze } from './late-freeze'
export {
  type Imported,
  type ImportedAward,
  type ImportedSolve,
  mergeIn,
  planMerge,
  previewMerge
} from './merging'
export { undoIn } from './recording'
export { followReturn } from './returning'
export { revealHidden } from './revealing'
export { type Corrections, createCorrections } from './service'
export { followExtraTime, followWindow } from './time-changes'

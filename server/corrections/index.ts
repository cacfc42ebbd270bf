export { correctIn, type Decided, planDecided, previewDecided } from './deciding'
export { type BothStandings, listStandingsBehindFreeze } from './effect'
export { keepEditedEnd } from './extension'
export { rewriteBloodNotices } from './following'
export { dropLateFreeze } from './late-freeze'
export {
  type Imported,
  type ImportedAward,
  type ImportedSolve,
  mergeIn,
  planMerge,
  previewMerge
} from './merging'
export { undoCorrection } from './recording'
export { catchUpAfterRestore } from './returning'
export { revealHidden } from './revealing'
export { type Corrections, createCorrections } from './service'
export { correctByExtraTime, correctByNewTimes } from './time-changes'

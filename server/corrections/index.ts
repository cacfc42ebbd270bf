export { catchUpAfterRestore } from './after-restore'
export { rewriteBloodNotices } from './blood-notices'
export { type BothStandings, listStandingsBehindFreeze } from './compare-boards'
export { correctIn, type Decided, planDecided, previewDecided } from './deciding'
export { keepEditedEnd } from './extension'
export { dropLateFreeze } from './late-freeze'
export {
  type Imported,
  type ImportedAward,
  type ImportedSolve,
  mergeIn,
  planMerge,
  previewMerge
} from './merging'
export { undoCorrection } from './record-correction'
export { revealHidden } from './reveal-news'
export { type Corrections, createCorrections } from './service'
export { correctByExtraTime, correctByNewTimes } from './time-changes'

export { catchUpAfterRestore } from './apply/after-restore'
export { rewriteBloodNotices } from './apply/blood-notices'
export { dropLateFreeze } from './apply/late-freeze'
export { undoCorrection } from './apply/record-correction'
export { revealHidden } from './apply/reveal-news'
export { correctByExtraTime, correctByNewTimes } from './apply/time-changes'
export { correctIn, type Decided, planDecided, previewDecided } from './drafts/deciding'
export { type BothStandings, listStandingsBehindFreeze } from './plan/compare-boards'
export { keepEditedEnd } from './plan/extension'
export {
  type Imported,
  type ImportedAward,
  type ImportedSolve,
  mergeIn,
  planMerge,
  previewMerge
} from './plan/merging'
export { type Corrections, createCorrections } from './service'

export { GENESIS, type LedgerColumns } from './chain'
export type * from './contract'
export { NOTIFICATION_REASONS, NOTIFICATION_STREAM } from './contract'
export { decodeEntry } from './decode'
export {
  appendAt,
  appendEntries,
  lockBegun,
  lockLedger,
  lockLedgers,
  notifyScoring,
  readEntries,
  readHashed,
  verifyChain
} from './ledger'
export * from './revisions'

export {
  BLOCK_COLUMNS,
  BLOCK_ROW,
  BLOCKED_SQL,
  type BlockedChallenge,
  blockOf,
  createFlagBlocks,
  type FlagBlocks
} from './service'

export {
  createDatabase,
  type Database,
  type DatabaseOptions,
  type OpenTx,
  type Pool,
  type Sql,
  type Tx
} from './database'
export { LOCK_KEYS, LOCK_ORDER, type LockName, lockUser, takeLock } from './locks'
export { pipelined } from './pipeline'
export * from './rows'
export { msSql } from './sql-time'
export { defineModel, foreignKey, optionalUser, required, serial } from './tables'
export { BACKGROUND_TIMEOUTS, NO_TIMEOUTS, REQUEST_TIMEOUTS, type Timeouts } from './timeouts'

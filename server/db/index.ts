export { createDatabase, type Database, type DatabaseOptions, type Sql, type Tx } from './database'
export { type AdvisoryLock, LOCK_KEYS, LOCK_ORDER, type LockName, takeLock } from './locks'
export * from './rows'
export { defineModel, foreignKey, required } from './tables'

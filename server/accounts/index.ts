export { type ForeignHash, readForeignHash } from './foreign-hash'
export { nameKey } from './name-key'
export { hashPassword, verifyPassword, wrapForeignHash } from './password-hash'
export { type Accounts, createAccounts } from './service'

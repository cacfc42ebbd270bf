export { nameKey } from './name-key'
export { hashPassword, verifyPassword } from './password-hash'
export { type Accounts, createAccounts } from './service'

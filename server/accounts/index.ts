export { nameKey } from './names'
export { hashPassword, verifyPassword } from './passwords'
export { actorOf } from './policy'
export { type Accounts, createAccounts } from './service'

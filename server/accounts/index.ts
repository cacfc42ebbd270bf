export { actorOf } from './policy'
export { type Accounts, createAccounts } from './service'

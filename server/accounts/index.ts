export { type Accounts, createAccounts } from './service'

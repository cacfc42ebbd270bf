export { applyBulk, planBulk, type Secret } from './bulk'
export { duplicateOf, endSessions, lockAccount } from './locked-user'
export { randomPassword } from './random-password'
export { createUsers, type Users } from './service'

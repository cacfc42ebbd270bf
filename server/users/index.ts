export { applyBulk, planBulk, type Secret } from './bulk'
export { duplicateOf, endSessions, lockAccount } from './changing'
export { randomPassword } from './random-password'
export { createUsers, type Users } from './service'

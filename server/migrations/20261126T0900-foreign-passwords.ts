import type { Migration } from './types'

/** Shows cheaply whether unused passwords of another platform exist (docs/rules/accounts.md#imported-passwords). */
export const foreignPasswords: Migration = {
  name: '20261126T0900-foreign-passwords',
  up: `CREATE INDEX users_foreign_password ON users (id) WHERE password_hash LIKE '$bcrypt-sha256$%';`,
  down: 'DROP INDEX users_foreign_password;'
}

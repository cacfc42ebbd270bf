import { setTimeout as sleep } from 'node:timers/promises'
import type { Change } from '~/server/change'
import { bool, type Database, row } from '~/server/db'
import { isAppError } from '~/server/platform/errors'
import { hashPassword, isForeign } from './password-hash'

/** Least milliseconds before a login is refused, while foreign passwords exist. */
const REFUSED_MS = 1000

/** Passwords of another platform until their first login (docs/rules/accounts.md#imported-passwords). */
export function createForeignPasswords(db: Database) {
  return {
    /**
     * Hides by an equal delay that a foreign password takes longer. `began`: start of the check by performance.now().
     */
    async refuse(began: number): Promise<void> {
      const found = await row(
        db.pool,
        { some: bool },
        `SELECT EXISTS (SELECT FROM users WHERE password_hash LIKE '$bcrypt-sha256$%') AS some`
      )
      if (found?.some) await sleep(Math.max(0, began + REFUSED_MS - performance.now()))
    },

    /** Our own hash of a right password; null when stored already, and during a flood. */
    async ownHash(stored: string, password: string): Promise<string | null> {
      if (!isForeign(stored)) return null
      return hashPassword(password).catch((error: unknown) => {
        if (isAppError(error)) return null
        throw error
      })
    },

    /** Replaces the hash, unless the password was changed meanwhile. */
    async replace(tx: Change, user: { id: string; hash: string }, own: string): Promise<void> {
      await tx.query('UPDATE users SET password_hash = $2 WHERE id = $1 AND password_hash = $3', [
        user.id,
        own,
        user.hash
      ])
    }
  }
}

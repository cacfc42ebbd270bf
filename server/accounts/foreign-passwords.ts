import { setTimeout as sleep } from 'node:timers/promises'
import type { Change } from '~/server/change'
import { bool, type Database, row } from '~/server/db'
import { isAppError } from '~/server/platform/errors'
import { hashPassword, isForeign } from './password-hash'

/** Milliseconds after which a login is refused, at the earliest, while there are foreign passwords. */
const REFUSED_MS = 1000

/** Passwords that another platform hashed, until their first login (docs/rules/accounts.md#imported-passwords). */
export function createForeignPasswords(db: Database) {
  return {
    /**
     * Waits before a login is refused, as long for every account: a foreign password takes longer to check, which would
     * tell that there is such an account.
     * @param began when the check of the password began, as performance.now() counts
     */
    async refuse(began: number): Promise<void> {
      const found = await row(
        db.pool,
        { some: bool },
        `SELECT EXISTS (SELECT FROM users WHERE password_hash LIKE '$bcrypt-sha256$%') AS some`
      )
      if (found?.some) await sleep(Math.max(0, began + REFUSED_MS - performance.now()))
    },

    /** Our own hash of a password that was right; null when that is what is stored, and during a flood. */
    async ownHash(stored: string, password: string): Promise<string | null> {
      if (!isForeign(stored)) return null
      return hashPassword(password).catch((error: unknown) => {
        if (isAppError(error)) return null
        throw error
      })
    },

    /** Stores it, unless the password was changed in the meantime. */
    async replace(tx: Change, user: { id: string; hash: string }, own: string): Promise<void> {
      await tx.query('UPDATE users SET password_hash = $2 WHERE id = $1 AND password_hash = $3', [
        user.id,
        own,
        user.hash
      ])
    }
  }
}

import type { Ctx } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import { type Database, type Sql, takeLock } from '~/server/db'
import { AppError, isForeignKeyViolation } from '~/server/platform/errors'
import type { Staged } from './contract'
import type { Storage } from './storage'

/** Contents: a row and a file each, always both. */
export interface Blobs {
  /**
   * Stores a staged content inside the caller's transaction, which then writes the row that uses the hash. The same content
   * is stored once. When the transaction fails, the next sweep deletes the file.
   */
  keep(sql: Sql, staged: Staged): Promise<void>
  /** A change that keeps staged contents; deletes their temporary files, whether it succeeds or fails. */
  storing<T>(ctx: Ctx, staged: Staged[], work: (tx: Change) => Promise<T>): Promise<T>
  /**
   * Deletes a content that nobody uses; true when it is gone. The foreign keys decide: what is used stays.
   * `olderThan`: only when it was last stored before that. `first` runs before, in the same transaction. Sweeps do this
   * without a caller, so it is no change().
   */
  drop(hash: string, options?: { olderThan?: Date; first?: (sql: Sql) => Promise<void> }): Promise<boolean>
  /** Deletes files that have no row, which a crash may leave behind. */
  dropStray(hash: string): Promise<boolean>
}

/** Whatever is done with one content waits for this lock, whether or not it has a row yet. */
export const lock = (sql: Sql, hash: string) => takeLock(sql, 'content', hash)

export function createBlobs(db: Database, change: MakeChange, storage: Storage): Blobs {
  return {
    async keep(sql, staged) {
      if (staged.size === 0) throw new AppError('file.empty')
      await lock(sql, staged.hash)
      await sql.query(
        `INSERT INTO blobs (hash, size, type, stored_at) VALUES ($1, $2, $3, now())
         ON CONFLICT (hash) DO UPDATE SET stored_at = now()`,
        [staged.hash, staged.size, staged.type]
      )
      await storage.place(staged)
    },

    async storing(ctx, staged, work) {
      try {
        for (const one of staged) await storage.storeAhead(one)
        return await change(ctx, {}, work)
      } finally {
        for (const { path } of staged) await storage.discard(path)
      }
    },

    async drop(hash, { olderThan, first } = {}) {
      try {
        return await db.transaction(async (sql) => {
          await lock(sql, hash)
          // Before anything else of it: a transaction that refers to it is waited for, or waits.
          await sql.query('SELECT FROM blobs WHERE hash = $1 FOR UPDATE', [hash])
          await first?.(sql)
          const { rowCount } = await sql.query(
            'DELETE FROM blobs WHERE hash = $1 AND ($2::timestamptz IS NULL OR stored_at < $2)',
            [hash, olderThan ?? null]
          )
          if (rowCount === 0) return false
          // No row can refer to it any more. Should the commit fail, the next sweep deletes the row without a file.
          await storage.remove(hash)
          return true
        })
      } catch (error) {
        if (isForeignKeyViolation(error)) return false
        throw error
      }
    },

    dropStray: (hash) =>
      db.transaction(async (sql) => {
        await lock(sql, hash)
        const { rowCount } = await sql.query('SELECT 1 FROM blobs WHERE hash = $1', [hash])
        if (rowCount !== 0) return false
        await storage.remove(hash)
        return true
      })
  }
}

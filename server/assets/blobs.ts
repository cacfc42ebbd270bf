import type { PoolClient } from 'pg'
import type { Database, Sql } from '~/server/platform/db'
import { AppError, isForeignKeyViolation } from '~/server/platform/errors'
import type { Staged } from './contract'
import type { Storage } from './storage'

/** Contents: a row and a file each, always both. */
export interface Blobs {
  /**
   * Keeps a staged content inside the caller's transaction, which then writes who uses it: the row that names the hash.
   * The same content is stored once. When the transaction fails, the next sweep takes the file away.
   */
  keep(sql: Sql, staged: Staged): Promise<void>
  /** Runs `work` in a transaction that keeps staged contents; whatever becomes of it, no temporary file stays. */
  storing<T>(staged: Staged[], work: (sql: PoolClient) => Promise<T>): Promise<T>
  /**
   * Deletes a content that nobody uses; true when it is gone. The foreign keys decide: what is used stays.
   * `olderThan`: only when it was last stored before that. `first` runs before, in the same transaction.
   */
  drop(hash: string, options?: { olderThan?: Date; first?: (sql: Sql) => Promise<void> }): Promise<boolean>
  /** Deletes files that have no row, which a crash may leave behind. */
  dropStray(hash: string): Promise<boolean>
}

/** Everything that happens to one content queues here, whether or not it has a row yet; ends with the transaction. */
export const lock = (sql: Sql, hash: string) =>
  sql.query(`SELECT pg_advisory_xact_lock(hashtextextended('blob:' || $1, 0))`, [hash])

export function createBlobs(db: Database, storage: Storage): Blobs {
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

    async storing(staged, work) {
      try {
        return await db.transaction(work)
      } finally {
        for (const { path } of staged) await storage.discard(path)
      }
    },

    async drop(hash, { olderThan, first } = {}) {
      try {
        return await db.transaction(async (sql) => {
          await lock(sql, hash)
          // Before anything else of it, so that whoever refers to it meanwhile is waited for, or waits.
          await sql.query('SELECT FROM blobs WHERE hash = $1 FOR UPDATE', [hash])
          await first?.(sql)
          const { rowCount } = await sql.query(
            'DELETE FROM blobs WHERE hash = $1 AND ($2::timestamptz IS NULL OR stored_at < $2)',
            [hash, olderThan ?? null]
          )
          if (rowCount === 0) return false
          // Nobody can refer to it any more. Should the commit fail, the row without a file goes with the next sweep.
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

import type { Ctx } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import { type Database, type Sql, takeLock } from '~/server/db'
import { AppError, isForeignKeyViolation } from '~/server/platform/errors'
import type { Staged } from './contract'
import type { Storage } from './storage'

export interface Blobs {
  /** Stores once, within the transaction that refers to it. After a rollback the next sweep deletes the file. */
  keep(sql: Sql, staged: Staged): Promise<void>
  /** A change with staged contents; deletes temporary files in any case. */
  storing<T>(ctx: Ctx, staged: Staged[], work: (tx: Change) => Promise<T>): Promise<T>
  /** True when deleted. `olderThan`: last stored before; `first` runs before. Not a change(): sweeps have no caller. */
  drop(hash: string, options?: { olderThan?: Date; first?: (sql: Sql) => Promise<void> }): Promise<boolean>
  dropStray(hash: string): Promise<boolean>
}

/** Serialises all work on a content, with or without a row. */
export const lockBlob = (sql: Sql, hash: string) => takeLock(sql, 'content', hash)

export function createBlobs(db: Database, change: MakeChange, storage: Storage): Blobs {
  return {
    async keep(sql, staged) {
      if (staged.size === 0) throw new AppError('file.empty')
      await lockBlob(sql, staged.hash)
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
        return await change(ctx, work)
      } finally {
        for (const { path } of staged) await storage.discard(path)
      }
    },

    async drop(hash, { olderThan, first } = {}) {
      try {
        return await db.transaction(async (sql) => {
          await lockBlob(sql, hash)
          // Locks first, so that transactions with a reference wait or are waited for.
          await sql.query('SELECT FROM blobs WHERE hash = $1 FOR UPDATE', [hash])
          await first?.(sql)
          const { rowCount } = await sql.query(
            'DELETE FROM blobs WHERE hash = $1 AND ($2::timestamptz IS NULL OR stored_at < $2)',
            [hash, olderThan ?? null]
          )
          if (rowCount === 0) return false
          // No row can refer to it now. If the commit fails, the next sweep deletes the row.
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
        await lockBlob(sql, hash)
        const { rowCount } = await sql.query('SELECT 1 FROM blobs WHERE hash = $1', [hash])
        if (rowCount !== 0) return false
        await storage.remove(hash)
        return true
      })
  }
}

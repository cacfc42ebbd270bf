import { requireActor, requireInSome } from '~/server/access'
import { type Ctx, callerServiceTokenId, callerUserId } from '~/server/access/contract'
import { audit } from '~/server/audit'
import { type Database, json, nullable, number, row, rows, text, time } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import { likePattern } from '~/server/platform/sql-conditions'
import { wireTime } from '~/server/platform/time'
import type { Blobs } from './blobs'
import { type StoredFile, storedFile, type Upload } from './contract'

export interface Uploads {
  /** Keeps files until something uses them; skips empty ones. `name` replaces their own. */
  upload(ctx: Ctx, files: Upload[], name?: string | null): Promise<{ hash: string; name: string }[]>
  /** @throws AppError `file.not_found` 404, `file.in_use` 400 */
  remove(ctx: Ctx, hash: string): Promise<void>
  /** Lists files by name, with all uses. `search`: part of a name, or beginning of a hash. */
  list(
    ctx: Ctx,
    page: { count: number; skip: number; search?: string }
  ): Promise<{ data: StoredFile[]; length: number; total: number }>
}

const NAMELESS = 'file'

const NAMED = `
  SELECT b.*, coalesce(u.uploaded, u.used, b.hash) AS name FROM blobs b LEFT JOIN (
    SELECT hash, min(name) FILTER (WHERE kind = 'Upload') AS uploaded, min(name) FILTER (WHERE name <> '') AS used
    FROM file_uses GROUP BY hash) u USING (hash)`
const FOUND = `FROM (${NAMED}) b WHERE name ILIKE $1 OR starts_with(b.hash, $2)`
const LIST = `
  SELECT b.hash, b.name, b.size, b.type, b.stored_at AS "storedAt",
    coalesce((SELECT json_agg(json_build_object('kind', u.kind, 'owner', u.owner, 'title', u.title, 'game',
          CASE WHEN g.id IS NOT NULL THEN json_build_object('id', g.id, 'title', g.title) END)
        ORDER BY u.kind, g.title, u.title, u.owner)
      FROM (SELECT DISTINCT kind, owner, title, game_id FROM file_uses WHERE hash = b.hash
          AND NOT EXISTS (SELECT FROM games r WHERE r.id = game_id AND r.rehearsal IS NOT NULL) LIMIT 100) u
        LEFT JOIN games g ON g.id = u.game_id), '[]') AS uses
  FROM (SELECT b.* ${FOUND} ORDER BY name, b.hash LIMIT $3 OFFSET $4) b ORDER BY b.name, b.hash`

const FILE = {
  hash: text,
  name: text,
  size: number,
  type: nullable(text),
  storedAt: time,
  uses: json(storedFile.shape.uses)
}

export function createUploads({ db, blobs }: { db: Database; blobs: Blobs }): Uploads {
  return {
    async upload(ctx, files, name) {
      requireInSome(ctx, 'challenges')
      const kept = files.filter(({ size }) => size > 0)
      const named = kept.map((file) => ({ ...file, name: name || file.name || NAMELESS }))
      // Sorted by hash, the order of locks.
      const ordered = [...named].sort((a, b) => (a.hash < b.hash ? -1 : 1))
      await blobs.storing(ctx, named, async (tx) => {
        for (const file of ordered) {
          await blobs.keep(tx, file)
          await tx.query(
            `INSERT INTO uploads (hash, name, user_id, uploaded_at, token_id) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (hash) DO UPDATE SET name = $2, user_id = $3, uploaded_at = $4, token_id = $5`,
            [file.hash, file.name, callerUserId(ctx), ctx.now, callerServiceTokenId(ctx)]
          )
          const after = { name: file.name, size: file.size }
          await tx.audit({ action: 'file_uploaded', target: `file:${file.hash}`, after })
        }
      })
      return named.map(({ hash, name }) => ({ hash, name }))
    },

    async remove(ctx, hash) {
      requireActor(ctx, 'Admin')
      const found = await db.pool.query('SELECT FROM blobs WHERE hash = $1', [hash])
      if (found.rowCount === 0) throw new AppError('file.not_found', 404, { problem: true })
      const deleted = await blobs.drop(hash, {
        first: async (sql) => {
          await sql.query('DELETE FROM uploads WHERE hash = $1', [hash])
          await audit(sql, ctx, { action: 'file_deleted', target: `file:${hash}` })
        }
      })
      if (!deleted) throw new AppError('file.in_use')
    },

    async list(ctx, { count, skip, search = '' }) {
      requireActor(ctx, 'Admin')
      const words = [likePattern(search), search.trim().toLowerCase()]
      const [page, all] = await Promise.all([
        rows(db.pool, FILE, LIST, [...words, count, skip]),
        row(db.pool, { total: number }, `SELECT count(*)::int AS total ${FOUND}`, words)
      ])
      const data = page.map(({ storedAt, ...row }) => ({ ...row, storedAt: wireTime(storedAt) }))
      return { data, length: data.length, total: all!.total }
    }
  }
}

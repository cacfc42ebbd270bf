import { requireActor } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import { json, nullable, number, oneOf, row, rows, text, time, uuid } from '~/server/db'
import type { Log } from '~/server/platform/log'
import { likePattern, SqlConditions } from '~/server/platform/sql-conditions'
import { wireTime } from '~/server/platform/time'
import {
  auditedTitle,
  type Restored,
  TRASH_KINDS,
  type TrashFilter,
  type TrashPage,
  trashEntry
} from './contract'
import { lockEntry, restoreIn } from './restoring'

/** Deletions of the last 30 days (docs/rules/staff.md#trash). Administrators only. */
export interface Trash {
  list(ctx: Ctx, filter: TrashFilter, page: { count: number; skip: number }): Promise<TrashPage>
  /**
   * Restores it, or changes nothing.
   * @throws AppError `trash.not_found` 404; 409 with the obstacle: `trash.restore_first_game`, `…_challenge`, `…_team`,
   * `trash.parent_gone`, `trash.event_taken`, `trash.captain_gone`, `trash.captain_leads`, `trash.member_plays`,
   * `trash.name_taken`, `trash.flag_exists`, `trash.flag_drawn`, `trash.flag_gone`, `trash.taken`,
   * `trash.changed_meanwhile`
   */
  restore(ctx: Ctx, id: number): Promise<Restored>
  /** Deletes for good. @throws AppError `trash.not_found` 404 */
  remove(ctx: Ctx, id: number): Promise<void>
  /** Deletes entries older than 30 days; returns their number. Without a caller, so no change(). */
  purge(now: Date, signal?: AbortSignal): Promise<number>
}

interface Needs {
  db: Database
  change: MakeChange
  log: Log
}

const ENTRY = {
  id: number,
  kind: oneOf(TRASH_KINDS),
  targetId: number,
  title: text,
  gameId: nullable(number),
  gameTitle: nullable(text),
  counts: json(trashEntry.shape.counts),
  deletedAt: time,
  deletedBy: nullable(uuid),
  deleter: nullable(text),
  purgeAt: time
}

function conditions({ kind, by }: TrashFilter): SqlConditions {
  const where = new SqlConditions().and('true')
  if (kind) where.and('t.kind = ?', kind)
  if (by.trim() !== '') where.and('u.user_name ILIKE ?', likePattern(by))
  return where
}

const FROM = 'FROM trash t LEFT JOIN users u ON u.id = t.deleted_by'

async function list(
  { pool }: Database,
  filter: TrashFilter,
  { count, skip }: { count: number; skip: number }
) {
  const [all, where] = [conditions(filter), conditions(filter)]
  const [counted, found] = await Promise.all([
    row(pool, { total: number }, `SELECT count(*)::int AS total ${FROM} WHERE ${all}`, all.values),
    rows(
      pool,
      ENTRY,
      `SELECT t.id, t.kind, t.target_id AS "targetId", t.title, t.game_id AS "gameId", t.game_title AS "gameTitle",
         t.counts, t.deleted_at AS "deletedAt", t.deleted_by AS "deletedBy", u.user_name AS deleter,
         t.purge_at AS "purgeAt"
       ${FROM} WHERE ${where} ORDER BY t.deleted_at DESC, t.id DESC
       LIMIT ${where.value(count)} OFFSET ${where.value(skip)}`,
      where.values
    )
  ])
  const data = found.map(({ gameId, gameTitle, deletedBy, deleter, deletedAt, purgeAt, ...entry }) => ({
    ...entry,
    game: gameId === null ? null : { id: gameId, title: gameTitle ?? '' },
    deletedAt: wireTime(deletedAt),
    deletedBy: deletedBy === null || deleter === null ? null : { id: deletedBy, name: deleter },
    purgeAt: wireTime(purgeAt)
  }))
  return { data, length: data.length, total: counted!.total }
}

export function createTrash({ db, change, log }: Needs): Trash {
  return {
    async list(ctx, filter, page) {
      requireActor(ctx, 'Admin')
      return list(db, filter, page)
    },

    async restore(ctx, id) {
      requireActor(ctx, 'Admin')
      const restored = await change(ctx, { long: true }, (tx) => restoreIn(db, tx, id))
      const { kind, targetId, gameId } = restored
      log.info({ kind, target: targetId, game: gameId, ...callerLogFields(ctx) }, 'trash_restored')
      return restored
    },

    async remove(ctx, id) {
      requireActor(ctx, 'Admin')
      await change(ctx, { long: true }, async (tx) => {
        const entry = await lockEntry(tx, id)
        await tx.query('DELETE FROM trash WHERE id = $1', [id])
        const before = { kind: entry.kind, targetId: entry.targetId, ...auditedTitle(entry) }
        await tx.audit({ action: 'trash_deleted', target: `trash:${id}`, before })
      })
      log.info({ entry: id, ...callerLogFields(ctx) }, 'trash_deleted')
    },

    async purge(now, signal) {
      let purged = 0
      // One transaction each, because a large game takes long.
      while (!signal?.aborted) {
        const deleted = await db.pool.query(
          `DELETE FROM trash WHERE id = (
             SELECT id FROM trash WHERE purge_at <= $1 ORDER BY purge_at LIMIT 1 FOR UPDATE SKIP LOCKED)`,
          [now]
        )
        if (deleted.rowCount === 0) break
        purged++
      }
      if (purged > 0) log.info({ count: purged }, 'trash_purged')
      return purged
    }
  }
}

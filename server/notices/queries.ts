import type { Database, Sql } from '~/server/platform/db'
import { wireTime } from '~/server/platform/time'
import type { NewNotice, NoticeType, NoticeView } from './contract'

interface Row {
  id: number
  type: NoticeType
  values: string[]
  publishedAt: Date
}

const COLUMNS = 'id, type, "values", published_at AS "publishedAt"'

const view = ({ id, type, values, publishedAt }: Row): NoticeView => ({
  type,
  values,
  id,
  time: wireTime(publishedAt)
})

/** Normal notices first, then newest first (behaviour.md 11). */
export async function noticesOf(
  pool: Database['pool'],
  gameId: number,
  { count, skip }: { count: number; skip: number }
): Promise<NoticeView[]> {
  const { rows } = await pool.query<Row>(
    `SELECT ${COLUMNS} FROM notices WHERE game_id = $1
     ORDER BY type = 'Normal' DESC, published_at DESC, id DESC LIMIT $2 OFFSET $3`,
    [gameId, count, skip]
  )
  return rows.map(view)
}

/** What administrators wrote, newest first. */
export async function writtenNotices(
  pool: Database['pool'],
  gameId: number,
  most: number
): Promise<NoticeView[]> {
  const { rows } = await pool.query<Row>(
    `SELECT ${COLUMNS} FROM notices WHERE game_id = $1 AND type = 'Normal'
     ORDER BY published_at DESC, id DESC LIMIT $2`,
    [gameId, most]
  )
  return rows.map(view)
}

/** A notice of the game inside a transaction, locked; null when there is none. */
export async function holdNotice(sql: Sql, gameId: number, id: number): Promise<NoticeView | null> {
  const { rows } = await sql.query<Row>(
    `SELECT ${COLUMNS} FROM notices WHERE game_id = $1 AND id = $2 FOR UPDATE`,
    [gameId, id]
  )
  return rows[0] ? view(rows[0]) : null
}

/** Gives a notice another text and time. */
export async function rewriteNotice(sql: Sql, id: number, content: string, at: Date): Promise<NoticeView> {
  const { rows } = await sql.query<Row>(
    `UPDATE notices SET "values" = ARRAY[$2], published_at = $3 WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, content, at]
  )
  return view(rows[0]!)
}

/**
 * Writes notices inside the caller's transaction, in this order. The caller holds the lock on the game's ledger,
 * and wakes scoring after the commit: scoring pushes what came after the last notice it knows.
 */
export async function insertNotices(
  sql: Sql,
  gameId: number,
  at: Date,
  notices: readonly NewNotice[]
): Promise<NoticeView[]> {
  const made: NoticeView[] = []
  for (const { type, values } of notices) {
    const { rows } = await sql.query<Row>(
      `INSERT INTO notices (game_id, type, "values", published_at) VALUES ($1, $2, $3, $4) RETURNING ${COLUMNS}`,
      [gameId, type, values, at]
    )
    made.push(view(rows[0]!))
  }
  return made
}

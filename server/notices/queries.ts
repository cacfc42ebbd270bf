import { BLOOD_KINDS } from '~/scoring/rules'
import {
  json,
  nullable,
  number,
  oneOf,
  type Pool,
  type RowOf,
  row,
  rows,
  type Sql,
  texts,
  time
} from '~/server/db'
import { wireTime } from '~/server/platform/time'
import { pushNotice } from '~/server/push'
import { type NewNotice, NOTICE_TYPES, type NoticeView, noticeChange } from './contract'

const NOTICE = {
  id: number,
  type: oneOf(NOTICE_TYPES),
  values: texts,
  publishedAt: time,
  change: nullable(json(noticeChange))
}

const COLUMNS = 'id, type, "values", published_at AS "publishedAt", change'

export const viewOf = ({ id, type, values, publishedAt, change }: RowOf<typeof NOTICE>): NoticeView => ({
  type,
  values,
  id,
  time: wireTime(publishedAt),
  ...(change && { change })
})

/** Normal ones first, then newest first (docs/rules/news.md#order-of-notices). */
export async function listNotices(
  pool: Pool,
  gameId: number,
  { count, skip }: { count: number; skip: number }
): Promise<NoticeView[]> {
  const notices = await rows(
    pool,
    NOTICE,
    `SELECT ${COLUMNS} FROM notices WHERE game_id = $1
     ORDER BY type = 'Normal' DESC, published_at DESC, id DESC LIMIT $2 OFFSET $3`,
    [gameId, count, skip]
  )
  return notices.map(viewOf)
}

/** Too many for devices, and behind a freeze. */
const UNPUSHED: ReadonlySet<string> = new Set(BLOOD_KINDS)

/** Stores in order. The caller holds the ledger's lock, and notifies scoring after the commit. */
export async function insertNotices(
  sql: Sql,
  gameId: number,
  at: Date,
  notices: readonly NewNotice[]
): Promise<NoticeView[]> {
  const made: NoticeView[] = []
  for (const { type, values, change } of notices) {
    const notice = await row(
      sql,
      NOTICE,
      `INSERT INTO notices (game_id, type, "values", published_at, change)
       VALUES ($1, $2, $3, $4, $5) RETURNING ${COLUMNS}`,
      [gameId, type, values, at, change ? JSON.stringify(change) : null]
    )
    if (!UNPUSHED.has(type)) await pushNotice(sql, notice!.id)
    made.push(viewOf(notice!))
  }
  return made
}

import { actorOf } from '~/server/accounts'
import type { Ctx } from '~/server/accounts/contract'
import type { Database } from '~/server/platform/db'
import { wireTime } from '~/server/platform/time'
import { containing, Where } from '~/server/platform/where'
import { type Audits, createAudits } from './audits'
import { ANONYMOUS, type LogFilter, type LogView, type Page, type PageOfRows, SYSTEM } from './contract'

/** What happened on the platform, and who did what. Administrators only. */
export interface Logs extends Audits {
  /** Newest first. */
  list(ctx: Ctx, filter: LogFilter, page: Page): Promise<LogView[]>
  /** The same with the number of all that the filter leaves. */
  page(ctx: Ctx, filter: LogFilter, page: Page): Promise<PageOfRows<LogView>>
  /** Id of the last event; whatever is stored from here on has a higher one. */
  head(): Promise<number>
  /** Events after an id, in the order they were stored; `upTo`: not beyond this one. For callers that are let in already. */
  since(after: number, limit: number, upTo?: number): Promise<LogView[]>
  /** Deletes what is too old, and the oldest of what is too much. Answers how many; ends early when `signal` fires. */
  purge(now: Date, signal?: AbortSignal): Promise<number>
}

interface Needs {
  db: Database
  /** How long events are kept, and how many at most. */
  days?: number
  rows?: number
}

interface Row extends Omit<LogView, 'time' | 'ip' | 'name'> {
  at: Date
  ip: string | null
  userName: string | null
}

const COLUMNS = 'id, at, level, process, status, ip, user_name AS "userName", event, details'
const NEWEST = 'ORDER BY at DESC, id DESC'
const DAY_MS = 86_400_000
const DELETED_AT_ONCE = 5000

/** Whoever comes from outside has an address. */
const viewOf = ({ at, ip, userName, ...rest }: Row): LogView => ({
  ...rest,
  time: wireTime(at),
  ip: ip ?? '',
  name: userName ?? (ip ? ANONYMOUS : SYSTEM)
})

function conditions({ level, search, events }: LogFilter): Where {
  const where = new Where().and('true')
  if (level) where.and('level = ?', level)
  if (search.trim() !== '') {
    const words = where.value(containing(search))
    where.and(
      `(event = ANY(?) OR event ILIKE ${words} OR user_name ILIKE ${words} OR ip ILIKE ${words}
        OR process ILIKE ${words} OR details::text ILIKE ${words})`,
      events
    )
  }
  return where
}

export function createLogs({ db, days = 30, rows: most = 200_000 }: Needs): Logs {
  const { pool } = db

  const list: Logs['list'] = async (ctx, filter, { count, skip }) => {
    actorOf(ctx, 'Admin')
    const where = conditions(filter)
    const { rows } = await pool.query<Row>(
      `SELECT ${COLUMNS} FROM log_events WHERE ${where} ${NEWEST} LIMIT ${where.value(count)} OFFSET ${where.value(skip)}`,
      where.values
    )
    return rows.map(viewOf)
  }

  /** Deletes some at a time, so that nothing waits long for it. */
  const deleteAll = async (some: string, values: unknown[], signal?: AbortSignal) => {
    let deleted = 0
    while (!signal?.aborted) {
      const gone = await pool.query(
        `DELETE FROM log_events WHERE id IN (${some} LIMIT ${DELETED_AT_ONCE})`,
        values
      )
      deleted += gone.rowCount ?? 0
      if ((gone.rowCount ?? 0) < DELETED_AT_ONCE) break
    }
    return deleted
  }

  return {
    ...createAudits(db),
    list,

    async page(ctx, filter, page) {
      const where = conditions(filter)
      const [data, all] = await Promise.all([
        list(ctx, filter, page),
        pool.query<{ total: number }>(
          `SELECT count(*)::int AS total FROM log_events WHERE ${where}`,
          where.values
        )
      ])
      return { data, total: all.rows[0]!.total }
    },

    async head() {
      const { rows } = await pool.query<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM log_events')
      return rows[0]!.id
    },

    async since(after, limit, upTo) {
      const { rows } = await pool.query<Row>({
        name: 'logs_since',
        text: `SELECT ${COLUMNS} FROM log_events WHERE id > $1 AND ($3::bigint IS NULL OR id <= $3) ORDER BY id LIMIT $2`,
        values: [after, limit, upTo ?? null]
      })
      return rows.map(viewOf)
    },

    async purge(now, signal) {
      const old = await deleteAll(
        'SELECT id FROM log_events WHERE at < $1 ORDER BY at',
        [new Date(now.getTime() - days * DAY_MS)],
        signal
      )
      // Looked up once: what comes in meanwhile may be a few too many until the next time.
      const { rows } = await pool.query<{ at: Date; id: number }>(
        `SELECT at, id FROM log_events ${NEWEST} LIMIT 1 OFFSET $1`,
        [most]
      )
      const last = rows[0]
      if (!last) return old
      const extra = await deleteAll(
        'SELECT id FROM log_events WHERE (at, id) <= ($1, $2) ORDER BY at, id',
        [last.at, last.id],
        signal
      )
      return old + extra
    }
  }
}

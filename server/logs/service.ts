import { z } from 'zod'
import { requireActor } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import { type Database, json, nullable, number, oneOf, type RowOf, row, rows, text, time } from '~/server/db'
import { likePattern, SqlConditions } from '~/server/platform/sql-conditions'
import { DAY_MS, wireTime } from '~/server/platform/time'
import { TASK_STATUSES } from '~/server/platform/wire'
import { type Audits, createAudits } from './audits'
import {
  ANONYMOUS,
  LOG_LEVELS,
  type LogFilter,
  type LogView,
  type Page,
  type PageOfRows,
  SYSTEM
} from './contract'

export interface Logs extends Audits {
  list(ctx: Ctx, filter: LogFilter, page: Page): Promise<LogView[]>
  page(ctx: Ctx, filter: LogFilter, page: Page): Promise<PageOfRows<LogView>>
  /** Later events have higher ids. */
  head(): Promise<number>
  /** Returns logs in order; `upTo`: last id. The caller has checked the role. */
  since(after: number, limit: number, upTo?: number): Promise<LogView[]>
  /** Deletes old and surplus events; returns their number. Ends early on `signal`. */
  purge(now: Date, signal?: AbortSignal): Promise<number>
}

interface Needs {
  db: Database
  days?: number
  rows?: number
}

const EVENT = {
  id: number,
  at: time,
  level: oneOf(LOG_LEVELS),
  process: text,
  status: oneOf(['', ...TASK_STATUSES]),
  ip: nullable(text),
  userName: nullable(text),
  event: text,
  details: json(z.record(z.string(), z.unknown()))
}

const COLUMNS = 'id, at, level, process, status, ip, user_name AS "userName", event, details'
const NEWEST = 'ORDER BY at DESC, id DESC'
const DELETED_AT_ONCE = 5000

/** Events without an address come from the platform. */
const viewOf = ({ at, ip, userName, ...rest }: RowOf<typeof EVENT>): LogView => ({
  ...rest,
  time: wireTime(at),
  ip: ip ?? '',
  name: userName ?? (ip ? ANONYMOUS : SYSTEM)
})

function conditions({ level, search, events }: LogFilter): SqlConditions {
  const where = new SqlConditions().and('true')
  if (level) where.and('level = ?', level)
  if (search.trim() !== '') {
    const words = where.value(likePattern(search))
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
    requireActor(ctx, 'Admin')
    const where = conditions(filter)
    const events = await rows(
      pool,
      EVENT,
      `SELECT ${COLUMNS} FROM log_events WHERE ${where} ${NEWEST} LIMIT ${where.value(count)} OFFSET ${where.value(skip)}`,
      where.values
    )
    return events.map(viewOf)
  }

  /** Deletes in parts, so that no lock is held for long. */
  const deleteAll = async (some: string, values: unknown[], signal?: AbortSignal) => {
    let deleted = 0
    while (!signal?.aborted) {
      const result = await pool.query(
        `DELETE FROM log_events WHERE id IN (${some} LIMIT ${DELETED_AT_ONCE})`,
        values
      )
      deleted += result.rowCount ?? 0
      if ((result.rowCount ?? 0) < DELETED_AT_ONCE) break
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
        row(
          pool,
          { total: number },
          `SELECT count(*)::int AS total FROM log_events WHERE ${where}`,
          where.values
        )
      ])
      return { data, total: all!.total }
    },

    async head() {
      const text = 'SELECT coalesce(max(id), 0) AS id FROM log_events'
      return (await row(pool, { id: number }, text))!.id
    },

    async since(after, limit, upTo) {
      const events = await rows(pool, EVENT, {
        name: 'logs_since',
        text: `SELECT ${COLUMNS} FROM log_events WHERE id > $1 AND ($3::bigint IS NULL OR id <= $3) ORDER BY id LIMIT $2`,
        values: [after, limit, upTo ?? null]
      })
      return events.map(viewOf)
    },

    async purge(now, signal) {
      const old = await deleteAll(
        'SELECT id FROM log_events WHERE at < $1 ORDER BY at',
        [new Date(now.getTime() - days * DAY_MS)],
        signal
      )
      // Read once: later events may exceed the limit until the next run.
      const last = await row(
        pool,
        { at: time, id: number },
        `SELECT at, id FROM log_events ${NEWEST} LIMIT 1 OFFSET $1`,
        [most]
      )
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

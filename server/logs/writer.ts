import { type Database, type Sql, takeLock } from '~/server/db'
import { withTimeout } from '~/server/platform/concurrency/timeout'
import { TOKEN } from './contract'
import { type Entry, entryOf } from './entry'

export interface LogWriter {
  /** Never throws or waits; surplus lines are counted and dropped. */
  write(line: string): void
  /** Stores waiting lines within a moment. */
  close(): Promise<void>
}

/** Milliseconds between batches, or so many entries. */
const PACE_MS = 200
const BATCH = 200
const MAX_WAITING = 5000
/** Milliseconds after a failure; grows. */
const MIN_PAUSE_MS = 500
const MAX_PAUSE_MS = 15_000
/** Milliseconds that a shutdown waits. */
const LAST_WORDS_MS = 1500

/** The report of a rehearsal tells its events; only errors are stored, without names. */
const INSERT = `
  INSERT INTO log_events (at, level, process, status, ip, user_id, user_name, event, details)
  SELECT to_timestamp(e.at::float8 / 1000), e.level, e.process, e.status, e.ip, CASE WHEN u.rehearsal IS NULL THEN e."user" END,
    CASE WHEN u.rehearsal IS NULL THEN coalesce(u.user_name, '${TOKEN}' || k.name) END, e.event, e.details
  FROM jsonb_to_recordset($1) AS e(at bigint, level text, process text, status text, ip text, "user" uuid, token uuid, event text,
    details jsonb)
  LEFT JOIN users u ON u.id = e."user" LEFT JOIN api_tokens k ON k.id = e.token AND k.user_id IS NULL
  WHERE e.level IN ('Error', 'Fatal') OR u.rehearsal IS NULL AND NOT EXISTS (
    SELECT FROM games g WHERE g.rehearsal IS NOT NULL AND g.id::text = e.details->>'game')`

async function store(sql: Sql, entries: readonly Entry[]): Promise<void> {
  // One writer at a time, so that ids follow commits.
  await takeLock(sql, 'logOrder')
  await sql.query(INSERT, [JSON.stringify(entries)])
}

/** Class 22: the values are at fault, so retrying is useless. */
const isBadValue = (error: unknown) => /^22/.test(String((error as { code?: unknown }).code ?? ''))

/** Over its own connection. Without Postgres entries wait; surplus ones are dropped, and their number is logged. */
export function createLogWriter(db: Database, name: string): LogWriter {
  const waiting: Entry[] = []
  let dropped = 0
  let timer: NodeJS.Timeout | null = null
  let storing: Promise<void> | null = null
  let pause = 0
  let closed = false

  const later = (wait: number) => {
    timer ??= setTimeout(() => {
      timer = null
      void flush()
    }, wait).unref()
  }

  const storeAll = async () => {
    for (let size = BATCH; waiting.length > 0; ) {
      const batch = waiting.slice(0, size)
      try {
        await db.transaction((sql) => store(sql, batch))
        waiting.splice(0, batch.length)
        size = BATCH
        if (dropped > 0) waiting.push(loss(name, dropped))
        dropped = 0
      } catch (error) {
        if (!isBadValue(error)) throw error
        if (batch.length > 1) size = Math.ceil(batch.length / 2)
        else {
          waiting.shift()
          dropped++
          size = BATCH
        }
      }
    }
  }

  const flush = (): Promise<void> => {
    if (timer) clearTimeout(timer)
    timer = null
    storing ??= storeAll()
      .then(
        () => {
          pause = 0
        },
        () => {
          pause = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, pause * 2))
        }
      )
      .finally(() => {
        storing = null
        if (waiting.length > 0 && !closed) later(Math.max(pause, PACE_MS))
      })
    return storing
  }

  return {
    write(line) {
      const entry = read(line)
      if (!entry || closed) return
      if (waiting.length >= MAX_WAITING) {
        dropped++
        return
      }
      waiting.push(entry)
      if (waiting.length === BATCH && pause === 0) void flush()
      else later(Math.max(pause, PACE_MS))
    },

    async close() {
      const last = async () => {
        await storing
        await flush()
      }
      await withTimeout(LAST_WORDS_MS, last()).catch(() => {})
      closed = true
      if (timer) clearTimeout(timer)
      await withTimeout(LAST_WORDS_MS, db.close()).catch(() => {})
    }
  }
}

function read(line: string): Entry | null {
  try {
    return entryOf(line)
  } catch {
    return null
  }
}

const loss = (process: string, count: number): Entry => ({
  at: Date.now(),
  level: 'Warning',
  process,
  status: 'Failed',
  ip: null,
  user: null,
  token: null,
  event: 'log_events_dropped',
  details: { count }
})

import { statfs } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { type BackupState, readBackupState } from '~/server/backup'
import { bool, type Database, number, row } from '~/server/db'
import { withTimeout } from '~/server/platform/concurrency/timeout'
import type { Env } from '~/server/platform/env'
import type { Redis } from '~/server/platform/redis'
import { HOUR_MS } from '~/server/platform/time'

const TIMEOUT_MS = 2000
/** Milliseconds that a result is shared, because the addresses are public. */
const SHARED_MS = 500
/** Bytes that the embedded Postgres needs to store a flag. */
const MIN_FREE_BYTES = 32 * 1024 ** 2

interface Answer {
  ok: boolean
  text: string
  detail?: string
}

/** See docs/operating.md#probes. */
export interface Health {
  /** Postgres and Redis: the contract's word (systemHealth), or those that do not reply. */
  stores(): Promise<Answer>
  /** True if flags can be stored. Stays true in a degraded state, or all processes would be removed at once. */
  ready(): Promise<Answer>
}

interface Needs {
  db: Database
  redis: Redis
  env: Pick<Env, 'HALYARD_DATA' | 'HALYARD_ROLE'>
  /** Null without an object store. Never rejects. */
  filesReachable(): Promise<boolean | null>
}

const STORE = { readOnly: bool, behind: number }

/** Age of the oldest unjudged submission in seconds. */
const LOOK = `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS "readOnly",
  coalesce(extract(epoch FROM now() - (SELECT min(submitted_at) FROM unjudged))::float8, 0) AS behind`

function wordsOf({ at, fault }: BackupState): string {
  const age = at === null ? 'none yet' : `${Math.floor((Date.now() - Date.parse(at)) / HOUR_MS)} h old`
  return fault === null ? age : `${age}, the last try failed`
}

/** Nothing is asked before the first call. A store that does not reply within two seconds counts as unreachable. */
export function healthOf({ db, redis, env, filesReachable }: Needs): Health {
  const known = <T>(probe: Promise<T>): Promise<T | null> => withTimeout(TIMEOUT_MS, probe).catch(() => null)
  const room = async () => {
    const { bavail, bsize } = await statfs(env.HALYARD_DATA)
    return bavail * bsize
  }

  const probe = async (): Promise<Answer> => {
    const [found, pong, left, files, backup] = await Promise.all([
      known(row(db.pool, STORE, LOOK)),
      known(redis.ping()),
      known(room()),
      withTimeout(TIMEOUT_MS, filesReachable()).catch(() => false),
      known(readBackupState(db))
    ])
    const store = found ?? null
    // If Postgres runs elsewhere, a full disk here stops only uploads.
    const isFull = env.HALYARD_ROLE === 'all' && left !== null && left < MIN_FREE_BYTES
    const ok = store !== null && !store.readOnly && !isFull
    const detail = [
      `database: ${store ? (store.readOnly ? 'read-only' : 'ok') : 'unreachable'}`,
      `redis: ${pong ? 'ok' : 'unreachable'}`,
      `disk: ${left === null ? 'unreadable' : `${Math.floor(left / 1024 ** 2)} MiB left`}`,
      ...(files === null ? [] : [`files: ${files ? 'ok' : 'unreachable'}`]),
      ...(backup ? [`backup: ${wordsOf(backup)}`] : []),
      `judge: ${store ? `${Math.round(store.behind)} s behind` : 'unknown'}`
    ]
    return { ok, text: ok ? 'Ready' : 'Not ready', detail: detail.join('\n') }
  }

  let latest: { at: number; answer: Promise<Answer> } | null = null
  return {
    async stores() {
      const [database, cache] = await Promise.all([known(db.pool.query('SELECT 1')), known(redis.ping())])
      const away = [...(database ? [] : ['database']), ...(cache ? [] : ['redis'])]
      const ok = away.length === 0
      return { ok, text: ok ? 'Healthy' : `Unhealthy: ${away.join(', ')} unreachable` }
    },
    ready() {
      const now = performance.now()
      if (!latest || now - latest.at > SHARED_MS) latest = { at: now, answer: probe() }
      return latest.answer
    }
  }
}

const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/** A local request that no proxy forwards. */
function isOperator({ socket, headers }: IncomingMessage): boolean {
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  const isLoopback = address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
  return isLoopback && FORWARDED.every((name) => headers[name] === undefined)
}

const PROBES: Record<string, (health: Health) => Answer | Promise<Answer>> = {
  '/healthz': (health) => health.stores(),
  '/readyz': (health) => health.ready(),
  '/livez': () => ({ ok: true, text: 'Alive' })
}

/** /healthz, /livez and /readyz: 200 or 503 in plain text, with details for local requests. False for other paths. */
export function answerProbe(
  path: string,
  health: Health,
  req: IncomingMessage,
  res: ServerResponse
): boolean {
  const probe = Object.hasOwn(PROBES, path) ? PROBES[path] : undefined
  if (!probe) return false
  const answer = async () => {
    const { ok, text, detail } = await probe(health)
    const head = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
    res.writeHead(ok ? 200 : 503, head)
    res.end(detail && isOperator(req) ? `${text}\n${detail}\n` : text)
  }
  void answer()
  return true
}

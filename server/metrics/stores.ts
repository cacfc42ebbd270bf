import { statfs } from 'node:fs/promises'
import { readBackupState } from '~/server/backup'
import { type Database, number, row, rows, text } from '~/server/db'
import { withTimeout } from '~/server/platform/concurrency/timeout'
import type { Redis } from '~/server/platform/redis'
import {
  backupAge,
  backupFailed,
  diskFree,
  instances,
  judgeLag,
  mails,
  messagesWaiting,
  poolConnections,
  poolWaiting,
  redisUp,
  solveChecks,
  unjudged
} from './definitions'

/** Milliseconds; a scrape goes on without Postgres. */
const TIMEOUT_MS = 1000

const QUEUES = {
  lag: number,
  unjudged: number,
  queued: number,
  failed: number,
  webhook: number,
  push: number
}
const LOOK = `SELECT q.*, m.*, w.*, p.* FROM
  (SELECT count(*) AS unjudged,
    coalesce(extract(epoch FROM now() - min(submitted_at)), 0)::float8 AS lag FROM unjudged) q,
  (SELECT count(*) FILTER (WHERE failed_at IS NULL) AS queued,
    count(*) FILTER (WHERE failed_at IS NOT NULL) AS failed FROM mail_outbox) m,
  (SELECT count(*) AS webhook FROM webhook_deliveries WHERE state = 'Pending') w,
  (SELECT count(*) AS push FROM push_deliveries) p`

const STATES = { state: text, count: number }
const INSTANCES = 'SELECT state, count(*) AS count FROM instances GROUP BY state'

const CHECKS = `SELECT coalesce(s.state, 'never') AS state, count(*) AS count
  FROM challenges c LEFT JOIN solve_checks s ON s.challenge_id = c.id WHERE c.solver IS NOT NULL GROUP BY 1`

interface Needs {
  db: Pick<Database, 'pool'>
  redis: Pick<Redis, 'ping'>
  /** Folder whose disk is looked at. */
  data: string
}

export async function sampleStores({ db, redis, data }: Needs): Promise<void> {
  await Promise.all([sampleDatabase(db), sampleRedis(redis), sampleDisk(data)])
}

async function sampleRedis(redis: Needs['redis']): Promise<void> {
  const pong = await withTimeout(TIMEOUT_MS, redis.ping()).catch(() => null)
  redisUp.set(pong === null ? 0 : 1)
}

async function sampleDisk(data: string): Promise<void> {
  const found = await statfs(data).catch(() => null)
  if (found) diskFree.set(found.bavail * found.bsize)
  else diskFree.remove()
}

async function sampleDatabase(db: Needs['db']): Promise<void> {
  const { pool } = db
  poolConnections.set({ state: 'idle' }, pool.idleCount)
  poolConnections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
  poolWaiting.set(pool.waitingCount)
  const queries = Promise.all([
    row(pool, QUEUES, LOOK),
    rows(pool, STATES, INSTANCES),
    readBackupState(db),
    rows(pool, STATES, CHECKS)
  ])
  const found = await withTimeout(TIMEOUT_MS, queries).catch(() => null)
  // An old value would look current.
  for (const gauge of [judgeLag, unjudged, backupAge, backupFailed]) gauge.remove()
  mails.reset()
  messagesWaiting.reset()
  instances.reset()
  solveChecks.reset()
  if (!found?.[0]) return
  const [queues, states, backup, checks] = found
  if (backup) backupFailed.set(backup.fault === null ? 0 : 1)
  const newest = backup?.at ?? backup?.since
  if (newest) backupAge.set((Date.now() - Date.parse(newest)) / 1000)
  judgeLag.set(queues!.lag)
  unjudged.set(queues!.unjudged)
  mails.set({ state: 'queued' }, queues!.queued)
  mails.set({ state: 'failed' }, queues!.failed)
  messagesWaiting.set({ kind: 'webhook' }, queues!.webhook)
  messagesWaiting.set({ kind: 'push' }, queues!.push)
  for (const { state, count } of states) instances.set({ state }, count)
  for (const { state, count } of checks) solveChecks.set({ state }, count)
}

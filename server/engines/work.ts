import { z } from 'zod'
import {
  bool,
  type Database,
  json,
  nullable,
  number,
  oneOf,
  type RowOf,
  row,
  rows,
  type Sql,
  text,
  time
} from '~/server/db'
import { randomHex } from '~/server/platform/ids'
import type { Log } from '~/server/platform/log'
import { GUARD_STATES, isUsable, type Load, type StoredEngineInfo } from './contract'
import { type GuardReport, isOnlyUnreachable } from './guard-report'
import { queueEngineImages } from './images'
import { SILENT_SECONDS } from './silence'

const ENGINE = {
  id: number,
  address: text,
  state: oneOf(['up', 'down']),
  guard: oneOf(GUARD_STATES),
  /** A self-test is due. */
  testDue: bool,
  /** An administrator added it: whoever has its lease serves it. */
  managed: bool
}
/** An engine as its workers see it. */
type EngineRow = RowOf<typeof ENGINE>

/** What the processes with a connection to an engine store about it. */
export interface EngineWorkStore {
  /** Distinguishes objects of this install on an engine from those of others; never changes. */
  installId(): Promise<string>
  /**
   * Adds the engine, and deletes others that were not seen for long, see `settle`. One that an administrator added at the same
   * address stays theirs.
   */
  register(address: string): Promise<EngineRow>
  /**
   * Marks engines as down whose process is silent for 45 s, notes at those of administrators that no process serves them, and
   * deletes those of the environment that hold nothing and were not seen for long. Rule: docs/rules/instances.md#several-engines
   * @param own ids of the caller's engines, which are left as they are
   */
  settle(own: readonly number[]): Promise<void>
  find(id: number): Promise<EngineRow | null>
  /**
   * It answered. After an outage the lives of its instances are extended by as long as nobody could reach them. Nodes of a
   * Swarm that are new make a self-test due.
   * @param allowsHosts it can let instances out to a list of hosts
   * @returns true when it was down before
   */
  seen(
    id: number,
    info: StoredEngineInfo,
    capacity: Load,
    heard: { latencyMs: number; allowsHosts: boolean }
  ): Promise<boolean>
  /** It has not answered since `since`. */
  lost(id: number, since: Date, error: string): Promise<void>
  /**
   * The result of a self-test; the next one is due in a day, or in a minute when only the way of players failed, which endangers
   * nobody and may be a moment's load. A pass revokes that the engine was accepted unguarded. Nothing is
   * stored for an `owner` that has lost the test: the engine was changed, or another process tests it.
   */
  tested(id: number, owner: string, report: GuardReport): Promise<void>
  /**
   * Ids of a Swarm's nodes that are used; null: all, because it is accepted as it is.
   * Rule: docs/rules/instances.md#swarms
   */
  usedNodes(id: number): Promise<string[] | null>
  /** The self-test could not be made: it is tried again in a minute, and until then its error is shown. */
  untested(id: number, owner: string, error: string): Promise<void>
  orphansRemoved(id: number, count: number): Promise<void>
}

const ROW = `id, address, state, guard, test_due_at <= now() AS "testDue", managed`
const INSTALL = { value: json(z.string()) }
const SEEN = { down: bool, since: time, known: bool }
/** A socket of one machine has no other machine beside it: nobody waits for its return. */
const FORGOTTEN = `NOT e.managed AND coalesce(e.seen_at, e.state_since) < now() -
  CASE WHEN starts_with(e.address, 'unix:///') THEN interval '1 minute' ELSE interval '1 day' END`
const IDLE = `NOT EXISTS (SELECT FROM instances i WHERE i.engine_id = e.id AND i.state NOT IN ('ended', 'failed'))`

/** A node that joined a Swarm is not used before it passed; one that did not is tried once a minute. */
async function testNewNodes(sql: Sql, id: number, { nodes = [] }: StoredEngineInfo): Promise<void> {
  const usable = nodes.filter(isUsable).map((node) => node.id)
  if (usable.length === 0) return
  await sql.query(
    `UPDATE engines SET test_due_at = now() WHERE id = $1 AND test_due_at > now() AND tested_until IS NULL
       AND guard_at < now() - interval '1 minute' AND NOT coalesce(guard_report->'nodes', '[]') @> $2::jsonb`,
    [id, JSON.stringify(usable)]
  )
}

export function createEngineWorkStore({ db, log }: { db: Database; log: Log }): EngineWorkStore {
  return {
    async installId() {
      const made = JSON.stringify(randomHex(8))
      await db.pool.query(`INSERT INTO settings (key, value) VALUES ('install', $1) ON CONFLICT DO NOTHING`, [
        made
      ])
      const install = await row(db.pool, INSTALL, `SELECT value FROM settings WHERE key = 'install'`)
      return install!.value
    },

    async register(address) {
      return db.transaction(async (tx) => {
        await tx.query(`DELETE FROM engines e WHERE e.address <> $1 AND ${IDLE} AND ${FORGOTTEN}`, [address])
        const engine = await row(
          tx,
          ENGINE,
          `INSERT INTO engines (address) VALUES ($1)
           ON CONFLICT (address) DO UPDATE SET test_due_at = least(engines.test_due_at, now()) RETURNING ${ROW}`,
          [address]
        )
        await queueEngineImages(tx, engine!.id)
        return engine!
      })
    },

    async settle(own) {
      const silent = await rows(
        db.pool,
        { id: number },
        `UPDATE engines SET state = 'down', state_since = seen_at, error = 'its jobs process is silent'
         WHERE state = 'up' AND seen_at < now() - interval '${SILENT_SECONDS} seconds' AND id <> ALL($1::int[])
         RETURNING id`,
        [own]
      )
      await db.pool.query(
        `UPDATE engines SET error = 'no jobs process serves it' WHERE managed AND state = 'down'
           AND coalesce(served_until, state_since) < now() - interval '${SILENT_SECONDS} seconds'`
      )
      for (const { id } of silent)
        log.error({ engine: id, reason: 'its jobs process is silent' }, 'engine_down')
      await db.pool.query(`DELETE FROM engines e WHERE id <> ALL($1::int[]) AND ${IDLE} AND ${FORGOTTEN}`, [
        own
      ])
    },

    async find(id) {
      const engine = await row(db.pool, ENGINE, `SELECT ${ROW} FROM engines WHERE id = $1`, [id])
      return engine ?? null
    },

    async seen(id, info, { memoryMb, cpu, places }, { latencyMs, allowsHosts }) {
      const back = await db.transaction(async (tx) => {
        const before = await row(
          tx,
          SEEN,
          // After a silence nobody may have been there to mark it as down.
          `SELECT state = 'down' OR coalesce(seen_at < now() - interval '${SILENT_SECONDS} seconds', false) AS down,
             CASE WHEN state = 'up' THEN seen_at ELSE state_since END AS since, seen_at IS NOT NULL AS known
           FROM engines WHERE id = $1 FOR UPDATE`,
          [id]
        )
        if (!before) return false
        await tx.query(
          `UPDATE engines SET state = 'up', seen_at = now(), latency_ms = $2, error = NULL, info = $3, memory_mb = $4,
             cpu = $5, places = $6, allows_hosts = $7, state_since = CASE WHEN state = 'up' THEN state_since ELSE now() END WHERE id = $1`,
          [id, Math.round(latencyMs), JSON.stringify(info), memoryMb, cpu, places, allowsHosts]
        )
        await testNewNodes(tx, id, info)
        if (before.down && before.known)
          await tx.query(
            `UPDATE instances SET expires_at = expires_at + (now() - greatest($2::timestamptz, ready_at))
             WHERE engine_id = $1 AND state IN ('ready', 'unhealthy') AND desired = 'up'`,
            [id, before.since]
          )
        return before.down
      })
      if (back) log.info({ engine: id }, 'engine_up')
      return back
    },

    async lost(id, since, error) {
      const { rowCount } = await db.pool.query(
        `UPDATE engines SET state = 'down', state_since = $2, error = $3 WHERE id = $1 AND state = 'up'`,
        [id, since, error.slice(0, 1000)]
      )
      if (rowCount) log.error({ engine: id, reason: error }, 'engine_down')
      else await db.pool.query('UPDATE engines SET error = $2 WHERE id = $1', [id, error.slice(0, 1000)])
    },

    async tested(id, owner, report) {
      const { rowCount } = await db.pool.query(
        `UPDATE engines SET guard = $2, guard_report = $3, guard_at = now(), test_due_at = now() + CASE WHEN $5 THEN interval '1 minute' ELSE interval '1 day' END,
           tested_by = NULL, tested_until = NULL,
           accepted_at = CASE WHEN $2 = 'guarded' THEN NULL ELSE accepted_at END,
           accepted_by = CASE WHEN $2 = 'guarded' THEN NULL ELSE accepted_by END,
           accepted_reason = CASE WHEN $2 = 'guarded' THEN NULL ELSE accepted_reason END
         WHERE id = $1 AND tested_by = $4`,
        [
          id,
          report.guarded ? 'guarded' : 'unguarded',
          JSON.stringify(report),
          owner,
          isOnlyUnreachable(report)
        ]
      )
      if (rowCount !== 1) return
      const reached = report.checks.filter(({ ok }) => !ok).map(({ name }) => name)
      if (report.guarded) log.info({ engine: id }, 'engine_guarded')
      else
        log.error(
          { engine: id, reason: `instances can reach: ${[...new Set(reached)].join(', ')}` },
          'engine_unguarded'
        )
    },

    async usedNodes(id) {
      const engine = await row(
        db.pool,
        { nodes: nullable(json(z.array(z.string()))) },
        `SELECT CASE WHEN accepted_at IS NULL THEN coalesce(guard_report->'nodes', '[]') END AS nodes FROM engines WHERE id = $1`,
        [id]
      )
      return engine ? engine.nodes : []
    },

    async untested(id, owner, error) {
      const none: GuardReport = { at: Date.now(), guarded: false, checks: [], error }
      await db.pool.query(
        `UPDATE engines SET test_due_at = now() + interval '1 minute', tested_by = NULL, tested_until = NULL,
           guard_report = coalesce(guard_report || jsonb_build_object('error', $3::text), $4)
         WHERE id = $1 AND tested_by = $2`,
        [id, owner, error, JSON.stringify(none)]
      )
      log.warn({ engine: id, reason: error }, 'engine_not_tested')
    },

    async orphansRemoved(id, count) {
      await db.pool.query('UPDATE engines SET orphans_removed = orphans_removed + $2 WHERE id = $1', [
        id,
        count
      ])
    }
  }
}

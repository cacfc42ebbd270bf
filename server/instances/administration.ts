import { actorOf } from '~/server/accounts'
import { type Ctx, callerOf } from '~/server/accounts/contract'
import { audit } from '~/server/audit'
import { lockAll } from '~/server/ledger'
import type { Database, Sql } from '~/server/platform/db'
import { AppError, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { Asking } from './asking'
import type {
  ContainerInstance,
  InstanceCounts,
  InstanceDetails,
  InstanceFilter,
  InstanceLogLine,
  InstanceRow,
  InstanceTraffic,
  InstanceUsage,
  OrphanView
} from './contract'
import { endInstances } from './ending'
import { containerRows, fittingIds, instanceCounts, instanceDetails, instanceRows, runningIn } from './lists'
import { maskedBy } from './masking'
import { tellOf } from './news'
import type { Signals } from './signals'
import type { Tickets } from './tickets'
import type { TrafficReader } from './traffic'
import { standingOf } from './views'

/** What administrators see of all instances and do to them. Each is theirs alone. */
export interface Administration {
  list(
    ctx: Ctx,
    filter: InstanceFilter,
    page: { count: number; skip: number }
  ): Promise<{ data: InstanceRow[]; total: number }>
  counts(ctx: Ctx): Promise<InstanceCounts>
  /** Live instances of teams, by game; games without any are left out. */
  running(ctx: Ctx, gameIds: readonly number[]): Promise<Map<number, number>>
  /** Ids of what fits and lives, at most 1000. */
  fitting(ctx: Ctx, filter: InstanceFilter): Promise<string[]>
  /** @throws AppError `instance.not_found` 404 */
  one(ctx: Ctx, id: string): Promise<InstanceDetails>
  /** Running containers of games as the contract lists them. */
  containers(ctx: Ctx): Promise<ContainerInstance[]>
  /**
   * Ends one and waits until it is gone.
   * @throws AppError `instance.not_found` 404, `instance.destroy_failed` when the engine does not remove it
   */
  stop(ctx: Ctx, id: string): Promise<void>
  /** Ends those that live, at most 1000; answers how many that were. */
  stopAll(ctx: Ctx, ids: readonly string[]): Promise<number>
  /** Has the removal of a stuck one tried at once. False when it is not stuck, or is being tried. */
  retry(ctx: Ctx, id: string): Promise<boolean>
  /**
   * Gives up a stuck one: it holds no place any more; what is left of it on the engine is an orphan, which reconcile
   * removes as soon as the engine lets it. False when it is not stuck.
   */
  release(ctx: Ctx, id: string): Promise<boolean>
  /** Moves the ends of those that are ready by so many minutes, at most 1000; answers how many that were. */
  extendAll(ctx: Ctx, ids: readonly string[], minutes: number): Promise<number>
  /**
   * The newest lines of its output with flags masked, after `since` (milliseconds) if given; what is kept of one that
   * has ended.
   * @throws AppError `instance.not_found` 404, `instance.engine_silent` 503
   */
  logs(ctx: Ctx, id: string, since: number | null): Promise<InstanceLogLine[]>
  /** Load of those that run. @throws AppError `instance.engine_silent` 503 */
  usage(ctx: Ctx, ids: readonly string[]): Promise<InstanceUsage[]>
  /** Its connections and bytes; null while Redis does not say. @throws AppError `instance.not_found` 404 */
  traffic(ctx: Ctx, id: string): Promise<InstanceTraffic | null>
  /** What is on the engine without a row. @throws AppError `instance.engine_silent` 503 */
  orphans(ctx: Ctx): Promise<OrphanView[]>
}

interface Needs {
  db: Database
  log: Log
  signals: Signals
  asking: Asking
  tickets: Pick<Tickets, 'endpoints'>
  traffic: TrafficReader
}

const MOST = 1000
const STOP_TIMEOUT = 5000
const LOG_LINES = 200
const LIVE = `state NOT IN ('ended', 'failed')`

const RETRY = `UPDATE instances SET next_at = now()
  WHERE id = $1 AND state = 'stuck' AND (lease_until IS NULL OR lease_until < now())`

const RELEASE = `UPDATE instances SET state = CASE WHEN reason = 'start_failed' THEN 'failed' ELSE 'ended' END,
    ended_at = clock_timestamp(), next_at = NULL, lease_owner = NULL, lease_until = NULL
  WHERE id = $1 AND state = 'stuck'`

/** What staff does with those that the engine does not remove. */
function createStuck({
  db,
  log,
  signals
}: Pick<Needs, 'db' | 'log' | 'signals'>): Pick<Administration, 'retry' | 'release'> {
  /** One change of a stuck one, with its record. */
  const change = async (id: string, update: string, record: (sql: Sql) => Promise<unknown>) => {
    const done = await db.transaction(async (sql) => {
      const { rowCount } = await sql.query(update, [id])
      if (rowCount === 1) await record(sql)
      return rowCount === 1
    })
    if (!done) return false
    await tellOf(db, signals, [id])
    signals.wake()
    return true
  }
  return {
    async retry(ctx, id) {
      actorOf(ctx, 'Admin')
      const done = await change(id, RETRY, (sql) =>
        audit(sql, ctx, { action: 'instance_retried', target: `instance:${id}` })
      )
      if (done) log.info({ instance: id, ...callerOf(ctx) }, 'instance_retried')
      return done
    },

    async release(ctx, id) {
      const actor = actorOf(ctx, 'Admin')
      const done = await change(id, RELEASE, async (sql) => {
        await sql.query(
          `INSERT INTO instance_events (instance_id, event, actor_id) VALUES ($1, 'released', $2)`,
          [id, actor.id]
        )
        await audit(sql, ctx, { action: 'instance_released', target: `instance:${id}` })
      })
      if (done) log.info({ instance: id, ...callerOf(ctx) }, 'instance_released')
      return done
    }
  }
}

export function createAdministration({ db, log, signals, asking, tickets, traffic }: Needs): Administration {
  const gamesOf = async (sql: Sql, ids: readonly string[]) => {
    const { rows } = await sql.query<{ gameId: number }>(
      `SELECT DISTINCT game_id AS "gameId" FROM instances WHERE id = ANY($1::uuid[]) AND kind = 'team' AND game_id IS NOT NULL`,
      [ids]
    )
    return rows.map(({ gameId }) => gameId)
  }

  const stopAll: Administration['stopAll'] = async (ctx, ids) => {
    const actor = actorOf(ctx, 'Admin')
    const wanted = ids.slice(0, MOST)
    const ended = await db.transaction(async (sql) => {
      await lockAll(sql, await gamesOf(sql, wanted))
      const gone = await endInstances(sql, { ids: wanted }, 'admin', { at: ctx.now, actorId: actor.id })
      for (const { id } of gone)
        await audit(sql, ctx, { action: 'instance_stopped', target: `instance:${id}` })
      return gone
    })
    signals.wake()
    log.info({ instances: ended.length, ...callerOf(ctx) }, 'instances_stopped')
    return ended.length
  }

  const detailsOf = async (id: string) => {
    const found = await instanceDetails(db.pool, id)
    if (!found) throw notFound('instance.not_found')
    return found
  }

  return {
    async list(ctx, filter, page) {
      actorOf(ctx, 'Admin')
      return instanceRows(db.pool, filter, page)
    },

    async counts(ctx) {
      actorOf(ctx, 'Admin')
      return instanceCounts(db.pool)
    },

    async running(ctx, gameIds) {
      actorOf(ctx, 'Admin')
      return runningIn(db.pool, gameIds)
    },

    async fitting(ctx, filter) {
      actorOf(ctx, 'Admin')
      return fittingIds(db.pool, filter)
    },

    async one(ctx, id) {
      actorOf(ctx, 'Admin')
      const found = await detailsOf(id)
      const reachable = found.state === 'ready' || found.state === 'unhealthy'
      const ways = reachable ? await tickets.endpoints(ctx, id) : []
      const endpoints = found.endpoints.map((one, n) => ({ ...one, ...ways[n] }))
      return { ...found, entry: ways[0]?.entry ?? found.entry, endpoints }
    },

    async containers(ctx) {
      actorOf(ctx, 'Admin')
      return containerRows(db.pool)
    },

    async stop(ctx, id) {
      actorOf(ctx, 'Admin')
      const known = await standingOf(db.pool, id)
      if (!known || known.state === 'ended' || known.state === 'failed') throw notFound('instance.not_found')
      await stopAll(ctx, [id])
      const until = performance.now() + STOP_TIMEOUT
      for (;;) {
        const heard = signals.changed(id, 500)
        const state = (await standingOf(db.pool, id))?.state ?? 'ended'
        if (state === 'ended' || state === 'failed') return
        if (state === 'stuck') throw new AppError('instance.destroy_failed')
        if (performance.now() > until) return
        await heard
      }
    },

    stopAll,

    ...createStuck({ db, log, signals }),

    async extendAll(ctx, ids, minutes) {
      const actor = actorOf(ctx, 'Admin')
      const extended = await db.transaction(async (sql) => {
        const { rows } = await sql.query<{ id: string }>(
          `UPDATE instances SET expires_at = expires_at + $2 * interval '1 minute', extensions = extensions + 1
           WHERE id = ANY($1::uuid[]) AND desired = 'up' AND state IN ('ready', 'unhealthy') AND ${LIVE} RETURNING id`,
          [ids.slice(0, MOST), minutes]
        )
        const all = rows.map(({ id }) => id)
        await sql.query(
          `INSERT INTO instance_events (instance_id, event, detail, actor_id)
           SELECT id, 'extended', $2, $3 FROM unnest($1::uuid[]) AS t (id)`,
          [all, String(minutes), actor.id]
        )
        for (const id of all)
          await audit(sql, ctx, { action: 'instance_extended', target: `instance:${id}`, after: { minutes } })
        return all
      })
      await tellOf(db, signals, extended)
      return extended.length
    },

    async logs(ctx, id, since) {
      actorOf(ctx, 'Admin')
      const found = await detailsOf(id)
      const mask = await maskedBy(db.pool, id)
      if (found.state === 'ended' || found.state === 'failed') {
        const at = found.endedAt ?? 0
        if (found.lastLog === null || (since !== null && since >= at)) return []
        return found.lastLog.split('\n').map((text) => ({ at, stream: 'stdout', text }))
      }
      const lines = await asking.ask({ ask: 'logs', instance: id, lines: LOG_LINES, since })
      return lines.map((line) => ({ ...line, text: mask(line.text) }))
    },

    async usage(ctx, ids) {
      actorOf(ctx, 'Admin')
      if (ids.length === 0) return []
      return asking.ask({ ask: 'usage', instances: ids.slice(0, MOST) })
    },

    async traffic(ctx, id) {
      actorOf(ctx, 'Admin')
      if (!(await standingOf(db.pool, id))) throw notFound('instance.not_found')
      return traffic.of(id)
    },

    async orphans(ctx) {
      actorOf(ctx, 'Admin')
      return asking.ask({ ask: 'orphans' })
    }
  }
}

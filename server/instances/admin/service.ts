import { requireActor, requireInGame } from '~/server/access'
import { type Ctx, callerLogFields, callerUserId } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import { type Database, number, rows, type Sql } from '~/server/db'
import { AppError, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type {
  ContainerInstance,
  InstanceCounts,
  InstanceDetails,
  InstanceFilter,
  InstanceLogLine,
  InstanceRow,
  InstanceTraffic,
  InstanceUsage,
  OrphanView,
  ReasonCounts
} from '../contract'
import type { InstanceEffects } from '../effects'
import { endedBy, endInstances, GONE } from '../ends'
import type { TunnelTickets } from '../entries/tickets'
import type { TrafficReader } from '../entries/traffic'
import { addInstanceEvents } from '../events'
import { extendWhere, SERVING_SQL } from '../extending'
import { createFlagMask } from '../flag-masking'
import type { InstanceNotifications } from '../notifications'
import { readInstanceStanding } from '../views'
import { createAsking } from './asking'
import type { EngineQuestions } from './engine-questions'
import {
  countEndReasons,
  countInstances,
  countRunningByGame,
  findInstanceDetails,
  listContainerInstances,
  listInstanceIds,
  listInstances
} from './lists'

/** Administration of instances, for administrators only. */
export interface Administration {
  /** A page, and how many the filter finds in all. */
  list(
    ctx: Ctx,
    filter: InstanceFilter,
    page: { count: number; skip: number }
  ): Promise<{ data: InstanceRow[]; total: number }>
  /** Rows of each tab. */
  counts(ctx: Ctx, filter: InstanceFilter): Promise<InstanceCounts>
  /** Ignores the filter's reason; most frequent first. */
  reasons(ctx: Ctx, filter: InstanceFilter): Promise<ReasonCounts>
  /** Live instances of teams; games without any are absent. */
  running(ctx: Ctx, gameIds: readonly number[]): Promise<Map<number, number>>
  /** Living ones, at most 1000. */
  fitting(ctx: Ctx, filter: InstanceFilter): Promise<string[]>
  /** @throws AppError `instance.not_found` 404 */
  one(ctx: Ctx, id: string): Promise<InstanceDetails>
  /** As the contract lists them (`listContainerInstances`). */
  containers(ctx: Ctx): Promise<ContainerInstance[]>
  /** Waits for the end. @throws AppError `instance.not_found` 404, `instance.destroy_failed` by the engine */
  stop(ctx: Ctx, id: string): Promise<void>
  /** Stops at most 1000 instances; returns their number. */
  stopAll(ctx: Ctx, ids: readonly string[]): Promise<number>
  /** Retries the removal of a stuck one now. False when not stuck, or being retried. */
  retry(ctx: Ctx, id: string): Promise<boolean>
  /** Frees a stuck one's place; reconcile removes its objects later. False when not stuck. */
  release(ctx: Ctx, id: string): Promise<boolean>
  /** Moves ends of ready ones, at most 1000; returns their number. */
  extendAll(ctx: Ctx, ids: readonly string[], minutes: number): Promise<number>
  /**
   * Flags masked; `since` in milliseconds; the kept log of an ended one.
   * @throws AppError `instance.not_found` 404, `instance.engine_silent` 503
   */
  logs(ctx: Ctx, id: string, since: number | null): Promise<InstanceLogLine[]>
  /** Asks the engines, for at most 1000. Instances of a silent engine are missing; rejects if all are silent. */
  usage(ctx: Ctx, ids: readonly string[]): Promise<InstanceUsage[]>
  /** Null without Redis. @throws AppError `instance.not_found` 404 */
  traffic(ctx: Ctx, id: string): Promise<InstanceTraffic | null>
  /** Objects without a row. @throws AppError `instance.engine_silent` 503 */
  orphans(ctx: Ctx): Promise<OrphanView[]>
}

interface Needs {
  db: Database
  change: MakeChange
  log: Log
  notifications: InstanceNotifications
  effects: InstanceEffects
  engine: EngineQuestions
  tickets: Pick<TunnelTickets, 'endpoints'>
  traffic: TrafficReader
}

const MAX_SELECTED = 1000
/** Milliseconds. */
const STOP_TIMEOUT_MS = 5000
const POLL_TIMEOUT_MS = 500
const LOG_LINES = 200

const RETRY = `UPDATE instances SET next_at = now()
  WHERE id = $1 AND state = 'stuck' AND (lease_until IS NULL OR lease_until < now())`

const RELEASE = `UPDATE instances SET ${GONE} WHERE id = $1 AND state = 'stuck'`

function createStuck({
  change,
  log,
  effects
}: Pick<Needs, 'change' | 'log' | 'effects'>): Pick<Administration, 'retry' | 'release'> {
  /** `record` writes what belongs to it. False when not stuck. */
  const changeStuck = (ctx: Ctx, id: string, update: string, record: (tx: Change) => Promise<unknown>) =>
    change(ctx, async (tx) => {
      const { rowCount } = await tx.query(update, [id])
      if (rowCount !== 1) return false
      await record(tx)
      tx.after(() => effects.publish([id]))
      tx.after(effects.notifyWorkers)
      return true
    })
  return {
    async retry(ctx, id) {
      requireActor(ctx, 'Admin')
      const done = await changeStuck(ctx, id, RETRY, (tx) =>
        tx.audit({ action: 'instance_retried', target: `instance:${id}` })
      )
      if (done) log.info({ instance: id, ...callerLogFields(ctx) }, 'instance_retried')
      return done
    },

    async release(ctx, id) {
      requireActor(ctx, 'Admin')
      const done = await changeStuck(ctx, id, RELEASE, async (tx) => {
        await addInstanceEvents(tx, [id], 'released', { actorId: callerUserId(ctx) })
        await tx.audit({ action: 'instance_released', target: `instance:${id}` })
      })
      if (done) log.info({ instance: id, ...callerLogFields(ctx) }, 'instance_released')
      return done
    }
  }
}

export function createAdministration(needs: Needs): Administration {
  const { db, change, log, notifications, effects, engine, tickets, traffic } = needs
  const asking = createAsking(db, engine)

  const gamesOf = async (sql: Sql, ids: readonly string[]) => {
    const games = await rows(
      sql,
      { gameId: number },
      `SELECT DISTINCT game_id AS "gameId" FROM instances WHERE id = ANY($1::uuid[]) AND kind = 'team' AND game_id IS NOT NULL`,
      [ids]
    )
    return games.map(({ gameId }) => gameId)
  }

  const stopAll: Administration['stopAll'] = async (ctx, ids) => {
    requireActor(ctx, 'Admin')
    const wanted = ids.slice(0, MAX_SELECTED)
    const ended = await change(ctx, async (tx) => {
      await tx.lock({ ledger: await gamesOf(tx, wanted) })
      const stopped = await endInstances(tx, { ids: wanted }, 'admin', endedBy(ctx))
      for (const { id } of stopped) await tx.audit({ action: 'instance_stopped', target: `instance:${id}` })
      tx.after(effects.notifyWorkers)
      return stopped
    })
    log.info({ instances: ended.length, ...callerLogFields(ctx) }, 'instances_stopped')
    return ended.length
  }

  const detailsOf = async (id: string) => {
    const found = await findInstanceDetails(db.pool, id)
    if (!found) throw notFound('instance.not_found')
    return found
  }

  return {
    async list(ctx, filter, page) {
      requireActor(ctx, 'Admin')
      return listInstances(db.pool, filter, page)
    },

    async counts(ctx, filter) {
      requireActor(ctx, 'Admin')
      return countInstances(db.pool, filter)
    },

    async reasons(ctx, filter) {
      requireActor(ctx, 'Admin')
      return countEndReasons(db.pool, filter)
    },

    async running(ctx, gameIds) {
      for (const id of gameIds) requireInGame(ctx, id, 'overview')
      return countRunningByGame(db.pool, gameIds)
    },

    async fitting(ctx, filter) {
      requireActor(ctx, 'Admin')
      return listInstanceIds(db.pool, filter)
    },

    async one(ctx, id) {
      requireActor(ctx, 'Admin')
      const found = await detailsOf(id)
      const reachable = found.state === 'ready' || found.state === 'unhealthy'
      const views = reachable ? await tickets.endpoints(ctx, id) : []
      const endpoints = found.endpoints.map((one, n) => ({ ...one, ...views[n] }))
      return { ...found, entry: views[0]?.entry ?? found.entry, endpoints }
    },

    async containers(ctx) {
      requireActor(ctx, 'Admin')
      return listContainerInstances(db.pool)
    },

    async stop(ctx, id) {
      requireActor(ctx, 'Admin')
      const before = await readInstanceStanding(db.pool, id)
      if (!before || before.state === 'ended' || before.state === 'failed')
        throw notFound('instance.not_found')
      await stopAll(ctx, [id])
      const until = performance.now() + STOP_TIMEOUT_MS
      for (;;) {
        const change = notifications.waitForChange(id, POLL_TIMEOUT_MS)
        const state = (await readInstanceStanding(db.pool, id))?.state ?? 'ended'
        if (state === 'ended' || state === 'failed') return
        if (state === 'stuck') throw new AppError('instance.destroy_failed')
        if (performance.now() > until) return
        await change
      }
    },

    stopAll,

    ...createStuck(needs),

    async extendAll(ctx, ids, minutes) {
      requireActor(ctx, 'Admin')
      const extended = await change(ctx, async (tx) => {
        const all = await extendWhere(tx, minutes, `id = ANY ($3::uuid[]) AND ${SERVING_SQL}`, [
          ids.slice(0, MAX_SELECTED)
        ])
        for (const id of all)
          await tx.audit({ action: 'instance_extended', target: `instance:${id}`, after: { minutes } })
        tx.after(() => effects.publish(all))
        return all
      })
      return extended.length
    },

    async logs(ctx, id, since) {
      requireActor(ctx, 'Admin')
      const found = await detailsOf(id)
      const mask = await createFlagMask(db.pool, id)
      if (found.state === 'ended' || found.state === 'failed') {
        const at = found.endedAt ?? 0
        if (found.lastLog === null || (since !== null && since >= at)) return []
        return found.lastLog.split('\n').map((text) => ({ at, stream: 'stdout', text }))
      }
      const lines = await asking.logs(id, LOG_LINES, since)
      return lines.map((line) => ({ ...line, text: mask(line.text) }))
    },

    async usage(ctx, ids) {
      requireActor(ctx, 'Admin')
      if (ids.length === 0) return []
      return asking.usage(ids.slice(0, MAX_SELECTED))
    },

    async traffic(ctx, id) {
      requireActor(ctx, 'Admin')
      if (!(await readInstanceStanding(db.pool, id))) throw notFound('instance.not_found')
      return traffic.of(id)
    },

    async orphans(ctx) {
      requireActor(ctx, 'Admin')
      return asking.orphans()
    }
  }
}

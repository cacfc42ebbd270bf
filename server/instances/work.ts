import { HOLDING } from '~/server/engines'
import { lock, lockAll } from '~/server/ledger'
import type { Database, Sql } from '~/server/platform/db'
import { AppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { EndReason, InstanceState, StartError } from './contract'
import { endInstances } from './ending'
import { maskedBy } from './masking'
import { tellOf } from './news'
import { type QueuePlace, queuePlaces } from './queue'
import { dueToEnd } from './reaping'
import type { Signals } from './signals'
import {
  type ClaimedStart,
  claimStarts,
  freePorts,
  freeSubnets,
  type Ranges,
  type StartClaim
} from './starts'

export type { ClaimedStart } from './starts'

/** A stop that a worker has taken on. */
export interface ClaimedStop {
  id: string
  /** Null for one that never got to an engine. */
  engineId: number | null
  /** Tries before this one. */
  attempts: number
  /** It was given hosts to connect to, which the firewall has to forget. */
  hosts: boolean
}

/** One start of an instance. */
export type Attempt = Pick<ClaimedStart, 'id' | 'generation'>

/** An instance that should be on an engine, or on its way there or away. */
export interface LiveRow {
  id: string
  state: InstanceState
  desired: 'up' | 'down'
  generation: number
  /** Some worker has it in hand. */
  leased: boolean
  /** The writable layer must be swept for its size, in MiB; null when something else limits it. */
  diskMb: number | null
}

/** How a container that ended by itself did. */
export interface Death {
  exitCode: number | null
  log: string
}

/** Facts of a start that succeeded. */
export interface Arrival {
  container: string
  address: string
  entry: string
}

/** What the workers of the jobs process do with instances. Whoever claimed one names itself as `owner`. */
export interface Work {
  claimStarts(claim: StartClaim): Promise<ClaimedStart[]>
  /** Starts of workers that are gone go back into the queue; answers how many. */
  requeueAbandoned(): Promise<number>
  /** Keeps claims for another `seconds`. @returns those of the ids that are still the owner's, and wanted up */
  renew(owner: string, ids: readonly string[], seconds: number): Promise<Set<string>>
  /** False when it is no longer wanted, or no longer the owner's: then it must be removed. */
  ready(attempt: Attempt, owner: string, arrival: Arrival): Promise<boolean>
  /** Whether the attempt is still the owner's: else whatever has the instance's name is another's. */
  holds(attempt: Attempt, owner: string): Promise<boolean>
  note(id: string, event: string, detail?: string): Promise<void>
  /** A start that may succeed another time; its objects are gone. `burns` counts it as an attempt, of three. */
  startFailed(attempt: Attempt, owner: string, fault: StartFault): Promise<void>
  claimStops(engineId: number | null, owner: string, slots: number, seconds: number): Promise<ClaimedStop[]>
  /** The engine has removed everything. */
  removed(id: string, owner: string): Promise<void>
  /**
   * The engine has not: after three tries in a row it is stuck, and tried every five minutes. Tries while the engine is
   * `away` do not count.
   */
  notRemoved(id: string, owner: string, error: string, away?: boolean): Promise<void>
  /** The engine is back: what is stuck there is tried again now. */
  retryStuck(engineId: number): Promise<void>
  /** Ends those whose time is up, whose game is over, or who lost what they belong to. @returns how many */
  reap(limit?: number): Promise<number>
  /** Milliseconds until the next end; null when nothing is to end. */
  nextEnd(): Promise<number | null>
  /** Ends one that runs for a reason that the engine gave. False when it was ending already, or is being started. */
  end(id: string, reason: EndReason, death?: Death): Promise<boolean>
  healthy(id: string, healthy: boolean): Promise<void>
  /** Everything that should be on the engine. */
  live(engineId: number): Promise<LiveRow[]>
  queue(): Promise<QueuePlace[]>
  /** Networks and ports that no instance has, for a self-test; nothing keeps them. Fewer when there are fewer. */
  spare(engineId: number, ranges: Ranges, count: number): Promise<{ subnet: string; port: number }[]>
  /** Ids of live instances of no engine that is known, which nobody would ever stop. */
  settleEngineless(): Promise<void>
}

export interface StartFault {
  code: StartError
  /** For administrators. */
  text: string
  /** It may go better another time. */
  retry: boolean
  /** It counts as one of three attempts. */
  burns: boolean
  death?: Death
}

const MOST_ATTEMPTS = 3
const STUCK_AFTER = 3
const STUCK_MINUTES = 5
const LONGEST_LOG = 65_536

interface Needs {
  db: Database
  log: Log
  signals: Signals
}

async function event(
  sql: Pick<Sql, 'query'>,
  id: string,
  name: string,
  reason: string | null,
  detail: string | null
) {
  await sql.query(
    `INSERT INTO instance_events (instance_id, event, reason, detail) VALUES ($1, $2, $3, $4)`,
    [...[id, name, reason], detail?.slice(0, 2000) ?? null]
  )
}

async function gameOf(sql: Pick<Sql, 'query'>, id: string): Promise<number | null> {
  const { rows } = await sql.query<{ game: number | null }>(
    `SELECT game_id AS game FROM instances WHERE id = $1 AND kind = 'team'`,
    [id]
  )
  return rows[0]?.game ?? null
}

export function createWork(needs: Needs): Work {
  return { ...createStartWork(needs), ...createStopWork(needs), ...createUpkeepWork(needs) }
}

type StartWork = Pick<
  Work,
  'claimStarts' | 'requeueAbandoned' | 'renew' | 'ready' | 'holds' | 'note' | 'startFailed'
>

function createStartWork({ db, log, signals }: Needs): StartWork {
  /** Ends one in the queue that can never start. */
  const giveUp = async (id: string) => {
    await db.transaction(async (sql) => {
      const game = await gameOf(sql, id)
      if (game !== null) await lock(sql, game).catch(missingGame)
      const ended = await endInstances(sql, { ids: [id] }, 'start_failed', { at: new Date() })
      if (ended.length > 0)
        await sql.query(
          `UPDATE instances SET error_code = 'image_missing' WHERE id = $1 AND state = 'queued'`,
          [id]
        )
    })
    log.warn({ instance: id, reason: 'its image could not be pulled' }, 'instance_start_failed')
    signals.wake()
  }

  return {
    async claimStarts(claim) {
      // Most looks find nothing: they should not lock the engine's row.
      const { rowCount } = await db.pool.query(
        `SELECT FROM instances WHERE state = 'queued' AND next_at <= now() LIMIT 1`
      )
      if (rowCount === 0) return []
      const { claimed, hopeless } = await db.transaction((sql) => claimStarts(sql, claim))
      for (const id of hopeless) await giveUp(id)
      await tellOf(
        db,
        signals,
        claimed.map(({ id }) => id)
      )
      return claimed
    },

    async requeueAbandoned() {
      const { rows } = await db.pool.query<{ id: string }>(
        `WITH back AS (
           UPDATE instances SET state = 'queued', generation = generation + 1, lease_owner = NULL, lease_until = NULL
           WHERE state = 'starting' AND desired = 'up' AND lease_until < now() RETURNING id
         ) INSERT INTO instance_events (instance_id, event, detail)
           SELECT id, 'attempt_failed', 'the worker is gone' FROM back RETURNING instance_id AS id`
      )
      if (rows.length > 0) log.warn({ instances: rows.map(({ id }) => id) }, 'instance_starts_abandoned')
      return rows.length
    },

    async renew(owner, ids, seconds) {
      if (ids.length === 0) return new Set()
      const { rows } = await db.pool.query<{ id: string }>(
        `UPDATE instances SET lease_until = now() + $3 * interval '1 second'
         WHERE id = ANY($2::uuid[]) AND lease_owner = $1 RETURNING CASE WHEN desired = 'up' THEN id END AS id`,
        [owner, ids, seconds]
      )
      return new Set(rows.flatMap(({ id }) => id ?? []))
    },

    async ready({ id, generation }, owner, { container, address, entry }) {
      const done = await db.transaction(async (sql) => {
        const { rowCount } = await sql.query(
          `UPDATE instances SET state = 'ready', ready_at = clock_timestamp(), container = $3, address = $4, entry = $5,
             expires_at = least(clock_timestamp() + lifetime * interval '1 minute', expires_at), attempts = 0,
             lease_owner = NULL, lease_until = NULL, next_at = NULL
           WHERE id = $1 AND lease_owner = $2 AND generation = $6 AND state = 'starting' AND desired = 'up'`,
          [id, owner, container, address, entry, generation]
        )
        if (rowCount === 1) await event(sql, id, 'ready', null, null)
        return rowCount === 1
      })
      if (done) await tellOf(db, signals, [id])
      return done
    },

    async holds({ id, generation }, owner) {
      const { rowCount } = await db.pool.query(
        'SELECT FROM instances WHERE id = $1 AND lease_owner = $2 AND generation = $3',
        [id, owner, generation]
      )
      return rowCount === 1
    },

    note: (id, name, detail) => event(db.pool, id, name, null, detail ?? null),

    async startFailed({ id, generation }, owner, { code, text, retry, burns, death }) {
      const mask = await maskedBy(db.pool, id)
      await db.transaction(async (sql) => {
        const game = await gameOf(sql, id)
        if (game !== null) await lock(sql, game).catch(missingGame)
        const { rows } = await sql.query<{ attempts: number }>(
          `UPDATE instances SET lease_owner = NULL, lease_until = NULL, error_code = $3, error_text = $4,
             exit_code = $5, last_log = $6, generation = generation + 1, subnet = NULL, port = NULL,
             attempts = attempts - CASE WHEN $7 THEN 0 ELSE 1 END
           WHERE id = $1 AND lease_owner = $2 AND generation = $8 AND state = 'starting' RETURNING attempts`,
          [
            id,
            owner,
            code,
            mask(text).slice(0, 2000),
            death?.exitCode ?? null,
            death ? mask(death.log).slice(-LONGEST_LOG) : null,
            burns,
            generation
          ]
        )
        if (!rows[0]) return
        await event(sql, id, 'attempt_failed', code, mask(text))
        if (retry && rows[0].attempts < MOST_ATTEMPTS) {
          await sql.query(
            `UPDATE instances SET state = 'queued', next_at = now() + (1 + attempts) * interval '500 ms' WHERE id = $1`,
            [id]
          )
          return
        }
        await endInstances(sql, { ids: [id] }, 'start_failed', { at: new Date() })
      })
      log.warn({ instance: id, reason: `${code}: ${mask(text).slice(0, 300)}` }, 'instance_start_failed')
      await tellOf(db, signals, [id])
    }
  }
}

/** A game that is gone has no ledger, and nobody to tell. */
const missingGame = (error: unknown) => {
  if (!(error instanceof AppError)) throw error
}

type StopWork = Pick<Work, 'claimStops' | 'removed' | 'notRemoved' | 'retryStuck'>

function createStopWork({ db, log, signals }: Needs): StopWork {
  return {
    async claimStops(engineId, owner, slots, seconds) {
      const { rows: waiting } = await db.pool.query<{ id: string }>(
        `WITH gone AS (
           UPDATE instances SET state = CASE WHEN reason = 'start_failed' THEN 'failed' ELSE 'ended' END,
             ended_at = clock_timestamp(), next_at = NULL
           WHERE state = 'queued' AND desired = 'down' AND engine_id IS NULL RETURNING id, state, reason
         ), told AS (
           INSERT INTO instance_events (instance_id, event, reason) SELECT id, state, reason FROM gone
         ) SELECT id FROM gone`
      )
      await tellOf(
        db,
        signals,
        waiting.map(({ id }) => id)
      )
      if (slots <= 0) return []
      const { rows } = await db.pool.query<ClaimedStop>(
        `UPDATE instances SET state = CASE WHEN state = 'stuck' THEN 'stuck' ELSE 'stopping' END,
           attempts = CASE WHEN state IN ('stopping', 'stuck') THEN attempts ELSE 0 END,
           lease_owner = $2, lease_until = now() + $4 * interval '1 second'
         WHERE id IN (SELECT id FROM instances
           -- One that waits to be started again may have left something there.
           WHERE desired = 'down' AND (state IN ${HOLDING} OR state = 'queued') AND next_at <= now()
             AND engine_id IS NOT DISTINCT FROM $1::int AND (lease_until IS NULL OR lease_until < now())
           ORDER BY next_at, id LIMIT $3 FOR UPDATE SKIP LOCKED)
         RETURNING id, engine_id AS "engineId", attempts, spec->>'egress' = 'hosts' AS hosts`,
        [engineId, owner, slots, seconds]
      )
      return rows
    },

    async removed(id, owner) {
      await db.transaction(async (sql) => {
        const { rows } = await sql.query<{ state: string; reason: string }>(
          `UPDATE instances SET state = CASE WHEN reason = 'start_failed' THEN 'failed' ELSE 'ended' END,
             ended_at = clock_timestamp(), next_at = NULL, lease_owner = NULL, lease_until = NULL
           WHERE id = $1 AND lease_owner = $2 RETURNING state, reason`,
          [id, owner]
        )
        if (rows[0]) await event(sql, id, rows[0].state, rows[0].reason, null)
      })
      await tellOf(db, signals, [id])
    },

    async notRemoved(id, owner, error, away = false) {
      const { rows } = await db.pool.query<{ fresh: boolean }>(
        `UPDATE instances i SET attempts = b.tries, error_text = $3, lease_owner = NULL, lease_until = NULL,
           state = CASE WHEN b.tries >= ${STUCK_AFTER} THEN 'stuck' ELSE i.state END,
           next_at = now() + CASE WHEN b.tries >= ${STUCK_AFTER} THEN interval '${STUCK_MINUTES} minutes'
             ELSE greatest(b.tries, 1) * interval '1 second' END
         FROM (SELECT id, state, attempts + CASE WHEN $4 THEN 0 ELSE 1 END AS tries FROM instances WHERE id = $1) b
         WHERE i.id = $1 AND i.lease_owner = $2
         RETURNING i.state = 'stuck' AND b.state <> 'stuck' AS fresh`,
        [id, owner, error.slice(0, 2000), away]
      )
      if (!rows[0]) return
      await event(db.pool, id, rows[0].fresh ? 'stuck' : 'stop_failed', null, error)
      if (rows[0].fresh) log.error({ instance: id, reason: error.slice(0, 300) }, 'instance_stuck')
      else log.warn({ instance: id, reason: error.slice(0, 300) }, 'instance_not_removed')
      await tellOf(db, signals, [id])
    },

    async retryStuck(engineId) {
      await db.pool.query(
        `UPDATE instances SET next_at = now() WHERE engine_id = $1 AND state = 'stuck' AND lease_owner IS NULL`,
        [engineId]
      )
    }
  }
}

type UpkeepWork = Omit<Work, keyof StartWork | keyof StopWork>

function createUpkeepWork({ db, log, signals }: Needs): UpkeepWork {
  return {
    async reap(limit = 50) {
      const due = await dueToEnd(db.pool, limit)
      let count = 0
      for (const { game, reason, ids } of due) {
        try {
          const ended = await db.transaction(async (sql) => {
            if (game !== null) await lockAll(sql, [game])
            const expired = reason === 'expired' || undefined
            return endInstances(sql, { ids, expired }, reason, { at: new Date() })
          })
          count += ended.length
        } catch (error) {
          // One game that cannot be written now must not keep the others' instances alive.
          log.warn({ game, err: error }, 'instances_not_reaped')
        }
      }
      if (count > 0) signals.wake()
      return count
    },

    async nextEnd() {
      const { rows } = await db.pool.query<{ ms: number | null }>(
        `SELECT (extract(epoch FROM min(expires_at) - now()) * 1000)::float8 AS ms FROM instances
         WHERE state IN ('ready', 'unhealthy') AND desired = 'up'`
      )
      return rows[0]?.ms ?? null
    },

    async end(id, reason, death) {
      const mask = await maskedBy(db.pool, id)
      const ended = await db.transaction(async (sql) => {
        const game = await gameOf(sql, id)
        if (game !== null) await lockAll(sql, [game])
        const gone = await endInstances(sql, { ids: [id], running: true }, reason, { at: new Date() })
        if (gone.length > 0 && death)
          await sql.query('UPDATE instances SET exit_code = $2, last_log = $3 WHERE id = $1', [
            ...[id, death.exitCode],
            mask(death.log).slice(-LONGEST_LOG)
          ])
        return gone.length > 0
      })
      if (!ended) return false
      log.warn({ instance: id, reason, exitCode: death?.exitCode ?? null }, 'instance_ended')
      signals.wake()
      await tellOf(db, signals, [id])
      return true
    },

    async healthy(id, healthy) {
      const { rowCount } = await db.pool.query(
        `UPDATE instances SET state = $2 WHERE id = $1 AND state = $3 AND desired = 'up'`,
        [id, ...(healthy ? ['ready', 'unhealthy'] : ['unhealthy', 'ready'])]
      )
      if (rowCount !== 1) return
      await event(db.pool, id, healthy ? 'ready' : 'unhealthy', null, null)
      await tellOf(db, signals, [id])
    },

    async live(engineId) {
      const { rows } = await db.pool.query<LiveRow>(
        `SELECT id, state, desired, generation, coalesce(lease_until > now(), false) AS leased,
           CASE WHEN NOT (spec->>'readOnly')::bool THEN (spec->>'diskMb')::int END AS "diskMb"
         FROM instances WHERE engine_id = $1 AND state IN ${HOLDING}`,
        [engineId]
      )
      return rows
    },

    queue: () => queuePlaces(db.pool),

    async spare(engineId, { pool, ports }, count) {
      const subnets = await freeSubnets(db.pool, engineId, pool, count)
      const free = await freePorts(db.pool, engineId, ports, count)
      return subnets.slice(0, free.length).map((subnet, index) => ({ subnet, port: free[index]! }))
    },

    async settleEngineless() {
      const { rows } = await db.pool.query<{ id: string }>(
        `UPDATE instances SET state = 'ended', desired = 'down', reason = coalesce(reason, 'lost'), next_at = NULL,
           ended_at = clock_timestamp(), lease_owner = NULL, lease_until = NULL
         WHERE engine_id IS NULL AND state IN ${HOLDING} AND (lease_until IS NULL OR lease_until < now())
         RETURNING id`
      )
      await tellOf(
        db,
        signals,
        rows.map(({ id }) => id)
      )
    }
  }
}

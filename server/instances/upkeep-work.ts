import { HOLDING } from '~/server/engines'
import { lockAll } from '~/server/ledger'
import { endInstances } from './ending'
import { addEvent, LONGEST_LOG, lockGameOf } from './history'
import { maskedBy } from './masking'
import { tellOf } from './news'
import { freePlaces } from './places'
import { queuePlaces } from './queue'
import { dueToEnd } from './reaping'
import type { LiveRow, Work, WorkNeeds } from './work'

type UpkeepWork = Pick<
  Work,
  'reap' | 'nextEnd' | 'end' | 'healthy' | 'live' | 'queue' | 'spare' | 'settleEngineless'
>

export function createUpkeepWork({ db, log, signals }: WorkNeeds): UpkeepWork {
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
        await lockGameOf(sql, id)
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
      await addEvent(db.pool, id, healthy ? 'ready' : 'unhealthy', null, null)
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

    spare: (engineId, ranges, count) => freePlaces(db.pool, engineId, ranges, Array<number>(count).fill(1)),

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

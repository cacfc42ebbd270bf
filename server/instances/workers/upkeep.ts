import { bool, msSql, nullable, number, oneOf, type Pool, row, rows, uuid } from '~/server/db'
import { ANSWERS, HOLDING } from '~/server/engines'
import { lockLedgers } from '~/server/ledger'
import { workerTransaction } from '../effects'
import { endInstances, lockLedgerOfInstance } from '../ends'
import { addInstanceEvents } from '../events'
import { createFlagMask } from '../flag-masking'
import { queuePlaces } from '../queue'
import { INSTANCE_STATES } from '../states'
import { type InstanceWorkStore, MAX_LOG_LENGTH, type WorkNeeds } from './contract'
import { listDueEnds } from './due'
import { listFreePlaces } from './places'

type UpkeepWork = Pick<
  InstanceWorkStore,
  'reap' | 'nextEnd' | 'end' | 'healthy' | 'live' | 'queue' | 'freePlaces' | 'settleEngineless'
>

const LIVE = {
  id: uuid,
  state: oneOf(INSTANCE_STATES),
  desired: oneOf(['up', 'down']),
  generation: number,
  assignedHere: bool,
  leased: bool,
  diskMb: nullable(number)
}

async function isAlone(pool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT FROM instances WHERE id = $1 AND spec #>> '{solver,alone}' = 'true'`,
    [id]
  )
  return rowCount === 1
}

export function createUpkeepWork({ db, log, effects }: WorkNeeds): UpkeepWork {
  return {
    async reap(limit = 50) {
      const due = await listDueEnds(db.pool, limit)
      let count = 0
      for (const { game, reason, ids } of due) {
        try {
          const ended = await db.transaction(async (tx) => {
            if (game !== null) await lockLedgers(tx, [game])
            const expired = reason === 'expired' || undefined
            return endInstances(tx, { ids, expired }, reason, { at: new Date() })
          })
          count += ended.length
        } catch (error) {
          // A game that cannot be written now must not keep the instances of others alive.
          log.warn({ game, err: error }, 'instances_not_reaped')
        }
      }
      if (count > 0) effects.notifyWorkers()
      return count
    },

    async nextEnd() {
      const next = await row(
        db.pool,
        { ms: nullable(number) },
        `SELECT ${msSql('min(i.expires_at) - now()')} AS ms
         FROM instances i JOIN engines e ON e.id = i.engine_id
         WHERE i.state IN ('ready', 'unhealthy') AND i.desired = 'up' AND ${ANSWERS}`
      )
      return next?.ms ?? null
    },

    async end({ id, ...running }, reason, exit) {
      // Its only container is the solver; the worker that started it reads its end.
      if (await isAlone(db.pool, id)) return false
      const mask = await createFlagMask(db.pool, id)
      return workerTransaction({ db, log }, async (tx) => {
        await lockLedgerOfInstance(tx, id)
        const ended = await endInstances(tx, { ids: [id], running }, reason, { at: new Date() })
        if (ended.length === 0) return false
        if (exit)
          await tx.query('UPDATE instances SET exit_code = $2, last_log = $3 WHERE id = $1', [
            ...[id, exit.exitCode],
            mask(exit.log).slice(-MAX_LOG_LENGTH)
          ])
        tx.after(() => log.warn({ instance: id, reason, exitCode: exit?.exitCode ?? null }, 'instance_ended'))
        tx.after(effects.notifyWorkers)
        tx.after(() => effects.publish([id]))
        return true
      })
    },

    async healthy({ id, engineId, generation }, healthy) {
      const { rowCount } = await db.pool.query(
        `UPDATE instances SET state = $2 WHERE id = $1 AND state = $3 AND desired = 'up' AND engine_id = $4 AND generation = $5`,
        [id, ...(healthy ? ['ready', 'unhealthy'] : ['unhealthy', 'ready']), engineId, generation]
      )
      if (rowCount !== 1) return
      await addInstanceEvents(db.pool, [id], healthy ? 'ready' : 'unhealthy')
      await effects.publish([id])
    },

    async live(engineId, found = []) {
      return rows(
        db.pool,
        LIVE,
        `SELECT id, state, desired, generation, engine_id = $1 AS "assignedHere", coalesce(lease_until > now(), false) AS leased,
           CASE WHEN NOT (spec->>'readOnly')::bool THEN (spec->>'diskMb')::int END AS "diskMb"
         FROM instances WHERE (engine_id = $1 OR id = ANY($2::uuid[])) AND engine_id IS NOT NULL AND state IN ${HOLDING}`,
        [engineId, found]
      )
    },

    queue: () => queuePlaces(db.pool),

    freePlaces: (engineId, ranges, count) =>
      listFreePlaces(db.pool, engineId, ranges, Array<number>(count).fill(1)),

    async settleEngineless() {
      const settled = await rows(
        db.pool,
        { id: uuid },
        `UPDATE instances SET state = 'ended', desired = 'down', reason = coalesce(reason, 'lost'), next_at = NULL,
           ended_at = clock_timestamp(), lease_owner = NULL, lease_until = NULL
         WHERE engine_id IS NULL AND state IN ${HOLDING} AND (lease_until IS NULL OR lease_until < now())
         RETURNING id`
      )
      await effects.publish(settled.map(({ id }) => id))
    }
  }
}

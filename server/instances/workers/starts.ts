import { z } from 'zod'
import { json, nullable, number, row, rows, uuid } from '~/server/db'
import { workerTransaction } from '../effects'
import { endInstances, lockLedgerOfInstance } from '../ends'
import { addInstanceEvents } from '../events'
import { createFlagMask } from '../flag-masking'
import { allowedHost, type InstanceWorkStore, MAX_LOG_LENGTH, type WorkNeeds } from './contract'
import { claimStarts } from './start-claims'

const MAX_ATTEMPTS = 3

const ID = { id: uuid }

type StartWork = Pick<
  InstanceWorkStore,
  | 'claimStarts'
  | 'requeueAbandoned'
  | 'renew'
  | 'ready'
  | 'isOwner'
  | 'storeHosts'
  | 'allowedHosts'
  | 'addEvent'
  | 'startFailed'
>

export function createStartWork({ db, log, effects }: WorkNeeds): StartWork {
  /** Ends a queued one that can never start. */
  const giveUp = async (id: string) => {
    await workerTransaction({ db, log }, async (tx) => {
      await lockLedgerOfInstance(tx, id)
      const ended = await endInstances(tx, { ids: [id] }, 'start_failed', { at: new Date() })
      if (ended.length > 0)
        await tx.query(
          `UPDATE instances SET error_code = 'image_missing' WHERE id = $1 AND state = 'queued'`,
          [id]
        )
      tx.after(effects.notifyWorkers)
    })
    log.warn({ instance: id, reason: 'its image could not be pulled' }, 'instance_start_failed')
  }

  return {
    async claimStarts(claim) {
      // Most polls find nothing and should not lock the engine's row.
      const { rowCount } = await db.pool.query({
        name: 'instances_queued',
        text: `SELECT FROM instances WHERE state = 'queued' AND next_at <= now() LIMIT 1`
      })
      if (rowCount === 0) return []
      const { claimed, hopeless } = await db.transaction((tx) => claimStarts(tx, claim))
      for (const id of hopeless) await giveUp(id)
      await effects.publish(claimed.map(({ id }) => id))
      return claimed
    },

    async requeueAbandoned() {
      const abandoned = await rows(db.pool, ID, {
        name: 'instances_abandoned',
        text: `WITH back AS (
           UPDATE instances SET state = 'queued', generation = generation + 1, lease_owner = NULL, lease_until = NULL
           WHERE state = 'starting' AND desired = 'up' AND lease_until < now() RETURNING id
         ) INSERT INTO instance_events (instance_id, event, detail)
           SELECT id, 'attempt_failed', 'the worker is gone' FROM back RETURNING instance_id AS id`
      })
      const ids = abandoned.map(({ id }) => id)
      if (ids.length > 0) log.warn({ instances: ids }, 'instance_starts_abandoned')
      return ids.length
    },

    async renew(owner, ids, seconds) {
      if (ids.length === 0) return new Set()
      const wanted = { id: nullable(uuid) }
      const renewed = await rows(db.pool, wanted, {
        name: 'instances_renew',
        text: `UPDATE instances SET lease_until = now() + $3 * interval '1 second'
         WHERE id = ANY($2::uuid[]) AND lease_owner = $1 RETURNING CASE WHEN desired = 'up' THEN id END AS id`,
        values: [owner, ids, seconds]
      })
      return new Set(renewed.flatMap(({ id }) => id ?? []))
    },

    async ready({ id, generation }, owner, { container, endpoints }) {
      return workerTransaction({ db, log }, async (tx) => {
        const { rowCount } = await tx.query({
          name: 'instance_ready',
          text: `UPDATE instances SET state = 'ready', ready_at = clock_timestamp(), container = $3,
             expires_at = least(clock_timestamp() + lifetime * interval '1 minute', expires_at), attempts = 0,
             lease_owner = NULL, lease_until = NULL, next_at = NULL
           WHERE id = $1 AND lease_owner = $2 AND generation = $4 AND state = 'starting' AND desired = 'up'`,
          values: [id, owner, container, generation]
        })
        if (rowCount !== 1) return false
        await tx.query({
          name: 'instance_reachable',
          text: `UPDATE instance_endpoints n SET address = r.address, entry = r.entry
             FROM jsonb_to_recordset($2) AS r (position int, address text, entry text)
             WHERE n.instance_id = $1 AND n.position = r.position`,
          values: [id, JSON.stringify(endpoints)]
        })
        await addInstanceEvents(tx, [id], 'ready')
        tx.after(() => effects.publish([id]))
        return true
      })
    },

    async isOwner({ id, generation }, owner) {
      const { rowCount } = await db.pool.query(
        'SELECT FROM instances WHERE id = $1 AND lease_owner = $2 AND generation = $3',
        [id, owner, generation]
      )
      return rowCount === 1
    },

    async storeHosts({ id, generation }, owner, hosts) {
      await db.pool.query(
        'UPDATE instances SET allowed_hosts = $4 WHERE id = $1 AND lease_owner = $2 AND generation = $3',
        [id, owner, generation, JSON.stringify(hosts)]
      )
    },

    async allowedHosts() {
      const allowed = await rows(
        db.pool,
        { id: uuid, hosts: json(z.array(allowedHost)) },
        `SELECT id, allowed_hosts AS hosts FROM instances
         WHERE allowed_hosts IS NOT NULL AND desired = 'up' AND state IN ('starting', 'ready', 'unhealthy')`
      )
      return new Map(allowed.map(({ id, hosts }) => [id, hosts]))
    },

    addEvent: (id, name, detail) => addInstanceEvents(db.pool, [id], name, { detail }),

    async startFailed({ id, generation }, owner, { code, text, retry, isAttempt, exit }) {
      const mask = await createFlagMask(db.pool, id)
      await workerTransaction({ db, log }, async (tx) => {
        await lockLedgerOfInstance(tx, id)
        tx.after(() =>
          log.warn({ instance: id, reason: `${code}: ${mask(text).slice(0, 300)}` }, 'instance_start_failed')
        )
        tx.after(() => effects.publish([id]))
        const failed = await row(
          tx,
          { attempts: number },
          `UPDATE instances SET lease_owner = NULL, lease_until = NULL, error_code = $3, error_text = $4,
             exit_code = $5, last_log = $6, generation = generation + 1, subnet = NULL,
             attempts = attempts - CASE WHEN $7 THEN 0 ELSE 1 END
           WHERE id = $1 AND lease_owner = $2 AND generation = $8 AND state = 'starting' RETURNING attempts`,
          [
            id,
            owner,
            code,
            mask(text).slice(0, 2000),
            exit?.exitCode ?? null,
            exit ? mask(exit.log).slice(-MAX_LOG_LENGTH) : null,
            isAttempt,
            generation
          ]
        )
        if (!failed) return
        await tx.query('UPDATE instance_endpoints SET published = NULL WHERE instance_id = $1', [id])
        await addInstanceEvents(tx, [id], 'attempt_failed', { reason: code, detail: mask(text) })
        if (retry && failed.attempts < MAX_ATTEMPTS) {
          await tx.query(
            `UPDATE instances SET state = 'queued', next_at = now() + (1 + attempts) * interval '500 ms' WHERE id = $1`,
            [id]
          )
          return
        }
        await endInstances(tx, { ids: [id] }, 'start_failed', { at: new Date() })
      })
    }
  }
}

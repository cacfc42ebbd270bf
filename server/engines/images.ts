import type { z } from 'zod'
import type { PullState } from '~/server/instances/contract'
import type { Database } from '~/server/platform/db'
import type { Log } from '~/server/platform/log'
import type { Vault } from '~/server/platform/vault'
import type { ImageError, imageDetails } from './contract'

/** A pull that this worker has in hand. */
export interface ClaimedImage {
  id: number
  reference: string
  attempts: number
  /** The registry is asked although the engine has the image. */
  renew: boolean
  /** Of the registry that the reference begins with; null without a login for it. */
  credentials: { host: string; username: string; password: string } | null
}

/** What the workers write down about images. A pull never takes place in anybody's request. */
export interface ImageWork {
  /** The next image that is wanted on the engine, for `seconds`; null when there is none. */
  claimImage(engineId: number, owner: string, seconds: number): Promise<ClaimedImage | null>
  /** Where the pull stands; keeps the claim for another `seconds`. */
  pulling(id: number, owner: string, progress: PullState, seconds: number): Promise<void>
  pulled(id: number, digest: string, details: z.infer<typeof imageDetails>): Promise<void>
  /** It could not be had; troubles that may pass are tried again, ever more seldom. */
  notPulled(id: number, code: ImageError, text: string, again: boolean): Promise<void>
  /** What instances of the reference start from on the engine; null when it is not ready. */
  readyImage(engineId: number, reference: string): Promise<string | null>
  /** The engine says it has it no more. */
  missing(engineId: number, reference: string): Promise<void>
}

/** Seconds until the next try, by how many failed. */
const WAITS = [10, 30, 120, 600]

export function createImageWork({ db, log, vault }: { db: Database; log: Log; vault: Vault }): ImageWork {
  const credentialsFor = async (reference: string) => {
    const { rows } = await db.pool.query<{ host: string; username: string; secret: string }>(
      `SELECT host, username, secret FROM registries WHERE starts_with($1, host || '/')
       ORDER BY length(host) DESC LIMIT 1`,
      [reference]
    )
    const found = rows[0]
    if (!found) return null
    const password = vault.open(found.secret, `registry:${found.host}`).toString()
    return { host: found.host, username: found.username, password }
  }

  return {
    async claimImage(engineId, owner, seconds) {
      const { rows } = await db.pool.query<Omit<ClaimedImage, 'credentials'>>({
        name: 'images_claim',
        text: `UPDATE images SET state = 'pulling', lease_owner = $2, lease_until = now() + $3 * interval '1 second',
           progress = NULL, attempts = attempts + 1
         WHERE id = (SELECT id FROM images WHERE engine_id = $1 AND next_at <= now()
                       AND (lease_until IS NULL OR lease_until < now())
                     ORDER BY next_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id, reference, attempts, renew`,
        values: [engineId, owner, seconds]
      })
      const row = rows[0]
      return row ? { ...row, credentials: await credentialsFor(row.reference) } : null
    },

    async pulling(id, owner, progress, seconds) {
      await db.pool.query(
        `UPDATE images SET progress = $3, lease_until = now() + $4 * interval '1 second'
         WHERE id = $1 AND lease_owner = $2`,
        [id, owner, JSON.stringify(progress), seconds]
      )
    },

    async pulled(id, digest, details) {
      const { rows } = await db.pool.query<{ reference: string }>(
        `UPDATE images SET state = 'ready', digest = $2, details = $3, progress = NULL, error_code = NULL,
           error_text = NULL, attempts = 0, renew = false, pulled_at = now(), next_at = NULL, lease_owner = NULL, lease_until = NULL
         WHERE id = $1 RETURNING reference`,
        [id, digest, JSON.stringify(details)]
      )
      log.info({ image: rows[0]?.reference }, 'image_ready')
    },

    async notPulled(id, code, text, again) {
      const { rows } = await db.pool.query<{ reference: string }>(
        `UPDATE images SET state = 'failed', error_code = $2, error_text = $3, progress = NULL, lease_owner = NULL,
           lease_until = NULL,
           next_at = CASE WHEN $4 THEN now() + ($5::int[])[least(attempts, cardinality($5))] * interval '1 second' END
         WHERE id = $1 RETURNING reference`,
        [id, code, text.slice(0, 1000), again, WAITS]
      )
      log.warn({ image: rows[0]?.reference, reason: `${code}: ${text.slice(0, 300)}` }, 'image_not_pulled')
    },

    async readyImage(engineId, reference) {
      const { rows } = await db.pool.query<{ digest: string }>(
        `SELECT digest FROM images WHERE engine_id = $1 AND reference = $2 AND state = 'ready'`,
        [engineId, reference]
      )
      return rows[0]?.digest ?? null
    },

    async missing(engineId, reference) {
      await db.pool.query(
        `UPDATE images SET state = 'wanted', attempts = 0, next_at = now() WHERE engine_id = $1 AND reference = $2`,
        [engineId, reference]
      )
    }
  }
}

import type { z } from 'zod'
import { bool, type Database, number, row, type Sql, text } from '~/server/db'
import type { PullState } from '~/server/instances/contract'
import type { Log } from '~/server/platform/log'
import type { SecretBox } from '~/server/platform/secret-box'
import type { ImageError, imageDetails } from './contract'

/** A pull that a worker has claimed. */
export interface ClaimedImage {
  id: number
  reference: string
  attempts: number
  /** The image is pulled again although the engine has it. */
  renew: boolean
  /** Login of the registry that the reference begins with; null without one. */
  credentials: { host: string; username: string; password: string } | null
}

/** Stores what the workers report about images. No request waits for a pull. */
export interface ImageWorkStore {
  /** The next image that is wanted on the engine, for `seconds`; null when there is none. */
  claimImage(engineId: number, owner: string, seconds: number): Promise<ClaimedImage | null>
  /** Stores the progress of a pull and keeps the claim for another `seconds`. */
  pulling(id: number, owner: string, progress: PullState, seconds: number): Promise<void>
  /** Like `notPulled`: changes nothing once another has the claim, and an image asked for again since it is pulled again. */
  pulled(
    claim: Pick<ClaimedImage, 'id'>,
    owner: string,
    digest: string,
    details: z.infer<typeof imageDetails>
  ): Promise<void>
  /** The pull failed. With `again` it is retried, with growing pauses. */
  notPulled(
    claim: Pick<ClaimedImage, 'id'>,
    owner: string,
    fault: { code: ImageError; text: string; again: boolean }
  ): Promise<void>
  /** Login of the registry that the reference begins with; null without one. */
  credentials(reference: string): Promise<ClaimedImage['credentials']>
  /** The engine no longer has the image: it is pulled again. */
  missing(engineId: number, reference: string): Promise<void>
}

/** Has an engine pull what challenges need, in the caller's transaction. */
export async function queueEngineImages(sql: Sql, engineId: number): Promise<void> {
  await sql.query(
    `INSERT INTO images (engine_id, reference)
     SELECT $1::int, r.reference FROM challenges c, unnest(array_append(c.compose_images, c.container_image)) r (reference)
     WHERE r.reference <> '' AND c.type LIKE '%Container'
     UNION SELECT $1::int, solver ->> 'image' FROM challenges WHERE solver IS NOT NULL ON CONFLICT DO NOTHING`,
    [engineId]
  )
}

/** Seconds until the next attempt, by how many failed. */
const WAITS = [10, 30, 120, 600]

/** SQL: whether somebody asked for a claimed image again. A claim counts an attempt, and asking begins the count anew. */
const ASKED_AGAIN = 'attempts = 0'

const LOGIN = { host: text, username: text, secret: text }
const CLAIMED = { id: number, reference: text, attempts: number, renew: bool }
const REFERENCE = { reference: text }

export function createImageWorkStore({
  db,
  log,
  secretBox
}: {
  db: Database
  log: Log
  secretBox: SecretBox
}): ImageWorkStore {
  const credentialsFor = async (reference: string) => {
    const found = await row(
      db.pool,
      LOGIN,
      `SELECT host, username, secret FROM registries WHERE starts_with($1, host || '/')
       ORDER BY length(host) DESC LIMIT 1`,
      [reference]
    )
    if (!found) return null
    const password = secretBox.open(found.secret, `registry:${found.host}`).toString()
    return { host: found.host, username: found.username, password }
  }

  return {
    async claimImage(engineId, owner, seconds) {
      const claimed = await row(db.pool, CLAIMED, {
        name: 'images_claim',
        text: `UPDATE images SET state = 'pulling', lease_owner = $2, lease_until = now() + $3 * interval '1 second',
           progress = NULL, attempts = attempts + 1
         WHERE id = (SELECT id FROM images WHERE engine_id = $1 AND next_at <= now()
                       AND (lease_until IS NULL OR lease_until < now())
                     ORDER BY next_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id, reference, attempts, renew`,
        values: [engineId, owner, seconds]
      })
      return claimed ? { ...claimed, credentials: await credentialsFor(claimed.reference) } : null
    },

    async pulling(id, owner, progress, seconds) {
      await db.pool.query(
        `UPDATE images SET progress = $3, lease_until = now() + $4 * interval '1 second'
         WHERE id = $1 AND lease_owner = $2`,
        [id, owner, JSON.stringify(progress), seconds]
      )
    },

    async pulled({ id }, owner, digest, details) {
      const image = await row(
        db.pool,
        REFERENCE,
        `UPDATE images SET digest = $3, details = $4, progress = NULL, error_code = NULL, error_text = NULL,
           attempts = 0, pulled_at = now(), lease_owner = NULL, lease_until = NULL,
           state = CASE WHEN ${ASKED_AGAIN} THEN 'wanted' ELSE 'ready' END,
           renew = renew AND ${ASKED_AGAIN}, next_at = CASE WHEN ${ASKED_AGAIN} THEN next_at END
         WHERE id = $1 AND lease_owner = $2 RETURNING reference`,
        [id, owner, digest, JSON.stringify(details)]
      )
      if (image) log.info({ image: image.reference }, 'image_ready')
      else log.debug({ image: id }, 'image_claim_lost')
    },

    async notPulled({ id }, owner, { code, text, again }) {
      const image = await row(
        db.pool,
        REFERENCE,
        `UPDATE images SET error_code = $3, error_text = $4, progress = NULL, lease_owner = NULL, lease_until = NULL,
           state = CASE WHEN ${ASKED_AGAIN} THEN 'wanted' ELSE 'failed' END,
           next_at = CASE WHEN ${ASKED_AGAIN} THEN next_at
             WHEN $5 THEN now() + ($6::int[])[least(attempts, cardinality($6))] * interval '1 second' END
         WHERE id = $1 AND lease_owner = $2 RETURNING reference`,
        [id, owner, code, text.slice(0, 1000), again, WAITS]
      )
      if (image)
        log.warn({ image: image.reference, reason: `${code}: ${text.slice(0, 300)}` }, 'image_not_pulled')
      else log.debug({ image: id }, 'image_claim_lost')
    },

    credentials: credentialsFor,

    async missing(engineId, reference) {
      await db.pool.query(
        `UPDATE images SET state = 'wanted', attempts = 0, next_at = now() WHERE engine_id = $1 AND reference = $2`,
        [engineId, reference]
      )
    }
  }
}

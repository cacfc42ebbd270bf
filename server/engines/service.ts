import { requireActor, requireInSome } from '~/server/access'
import { type Ctx, callerLogFields, callerUserId } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import { type Database, number, row, rows, text } from '~/server/db'
import { notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { rulesText } from '~/server/platform/network/firewall'
import type { SecretBox } from '~/server/platform/secret-box'
import type { EngineView, ImageView, RegistryInput, RegistryView } from './contract'
import { createImageWorkStore, type ImageWorkStore } from './images'
import { createEngineLeases, type EngineLeases } from './leases'
import { createManaging, type Managing } from './managing'
import { listEngines, listImages, listUsedImages } from './queries'
import { createEngineWorkStore, type EngineWorkStore } from './work'

/** Container engines, the images on them, and registries. What `ctx` comes with is for administrators alone. */
export interface Engines extends Managing {
  /** For all who may edit challenges in some game. */
  list(ctx: Ctx): Promise<EngineView[]>
  /** @throws AppError `engine.not_found` 404 */
  one(ctx: Ctx, id: number): Promise<EngineView>
  /** The commands that set the firewall by hand, on the machine of the engine. */
  rules(ctx: Ctx): string
  /**
   * No new instances there from now on, or again.
   * @throws AppError `engine.not_found` 404
   */
  drain(ctx: Ctx, id: number, draining: boolean): Promise<void>
  /** Has the self-test run now. @throws AppError `engine.not_found` 404 */
  test(ctx: Ctx, id: number): Promise<void>
  /**
   * Uses an engine although its self-test failed; null takes that back. A later test that passes does, too.
   * @throws AppError `engine.not_found` 404
   */
  accept(ctx: Ctx, id: number, reason: string | null): Promise<void>
  /** Images that challenges use, on every engine, by name; at most 1000. */
  images(ctx: Ctx): Promise<(ImageView & { challenges: { id: number; gameId: number; title: string }[] })[]>
  /** Images on every engine, in the order of the references; those that were never requested are left out. */
  imagesOf(ctx: Ctx, references: readonly string[]): Promise<ImageView[]>
  /** Has the references looked up and pulled again; running instances stay as they are. */
  refresh(ctx: Ctx, references: readonly string[]): Promise<void>
  /** Without their passwords; by host, at most 1000. Administrators only. */
  registries(ctx: Ctx): Promise<RegistryView[]>
  /** Adds a login, or gives a host another. Images of that host that failed are tried again. */
  saveRegistry(ctx: Ctx, input: RegistryInput): Promise<void>
  /** @throws AppError `registry.not_found` 404 */
  removeRegistry(ctx: Ctx, id: number): Promise<void>
  work: EngineWorkStore & EngineLeases & ImageWorkStore
}

interface Needs {
  db: Database
  change: MakeChange
  log: Log
  secretBox: SecretBox
  /** INSTANCE_POOL. */
  pool: string
  /** Has the workers look for work. */
  notifyWorkers(): void
  /** Ends all instances on an engine that is being deleted, in the caller's transaction. */
  abandon(tx: Change, engineId: number): Promise<void>
}

const REGISTRY = { id: number, host: text, username: text }

export function createEngines({ db, change, log, secretBox, pool, notifyWorkers, abandon }: Needs): Engines {
  /** Sets columns of one engine. */
  const changeEngine = async (
    ctx: Ctx,
    id: number,
    assignments: string,
    values: unknown[],
    action: string,
    after: object
  ) => {
    requireActor(ctx, 'Admin')
    await change(ctx, async (tx) => {
      const { rowCount } = await tx.query(`UPDATE engines SET ${assignments} WHERE id = $1`, [id, ...values])
      if (rowCount !== 1) throw notFound('engine.not_found')
      await tx.audit({ action, target: `engine:${id}`, after })
      tx.after(notifyWorkers)
    })
    log.info({ engine: id, ...callerLogFields(ctx) }, action)
  }

  return {
    ...createManaging({ db, change, log, secretBox, notifyWorkers, abandon }),

    async list(ctx) {
      // Authors see where their containers would run.
      requireInSome(ctx, 'challenges')
      return listEngines(db.pool)
    },

    async one(ctx, id) {
      requireActor(ctx, 'Admin')
      const found = (await listEngines(db.pool)).find((engine) => engine.id === id)
      if (!found) throw notFound('engine.not_found')
      return found
    },

    rules(ctx) {
      requireActor(ctx, 'Admin')
      return rulesText(pool)
    },

    drain: (ctx, id, draining) =>
      changeEngine(ctx, id, 'draining = $2', [draining], draining ? 'engine_drained' : 'engine_resumed', {
        draining
      }),

    test: (ctx, id) => changeEngine(ctx, id, 'test_due_at = now()', [], 'engine_test_requested', {}),

    accept: (ctx, id, reason) =>
      changeEngine(
        ctx,
        id,
        `accepted_at = CASE WHEN $2::text IS NOT NULL THEN now() END, accepted_reason = $2,
         accepted_by = CASE WHEN $2::text IS NOT NULL THEN $3::uuid END`,
        [reason, callerUserId(ctx)],
        reason === null ? 'unguarded_engine_refused' : 'unguarded_engine_accepted',
        { reason }
      ),

    async images(ctx) {
      requireActor(ctx, 'Admin')
      return listUsedImages(db.pool)
    },

    async imagesOf(ctx, references) {
      requireInSome(ctx, 'challenges')
      return references.length === 0 ? [] : listImages(db.pool, references)
    },

    async refresh(ctx, references) {
      requireInSome(ctx, 'challenges')
      await change(ctx, async (tx) => {
        await tx.query(
          `INSERT INTO images (engine_id, reference) SELECT id, r.name FROM engines, unnest($1::text[]) AS r (name)
           ON CONFLICT (engine_id, reference) DO UPDATE SET next_at = now(), attempts = 0, renew = true,
             state = CASE WHEN images.state = 'pulling' THEN images.state ELSE 'wanted' END`,
          [references]
        )
        for (const reference of references)
          await tx.audit({ action: 'image_refreshed', target: `image:${reference}` })
        tx.after(notifyWorkers)
      })
    },

    async registries(ctx) {
      requireActor(ctx, 'Admin')
      return rows(db.pool, REGISTRY, 'SELECT id, host, username FROM registries ORDER BY host LIMIT 1000')
    },

    async saveRegistry(ctx, { host, username, password }) {
      requireActor(ctx, 'Admin')
      await change(ctx, async (tx) => {
        const secret = secretBox.seal(Buffer.from(password), `registry:${host}`)
        await tx.query(
          `INSERT INTO registries (host, username, secret) VALUES ($1, $2, $3)
           ON CONFLICT (host) DO UPDATE SET username = excluded.username, secret = excluded.secret`,
          [host, username, secret]
        )
        await tx.query(
          `UPDATE images SET state = 'wanted', attempts = 0, next_at = now()
           WHERE state = 'failed' AND starts_with(reference, $1 || '/')`,
          [host]
        )
        await tx.audit({ action: 'registry_saved', target: `registry:${host}`, after: { username } })
        tx.after(notifyWorkers)
      })
    },

    async removeRegistry(ctx, id) {
      requireActor(ctx, 'Admin')
      await change(ctx, async (tx) => {
        const removed = await row(tx, { host: text }, 'DELETE FROM registries WHERE id = $1 RETURNING host', [
          id
        ])
        if (!removed) throw notFound('registry.not_found')
        await tx.audit({ action: 'registry_removed', target: `registry:${removed.host}` })
      })
    },

    work: {
      ...createEngineWorkStore({ db, log }),
      ...createEngineLeases({ db, secretBox }),
      ...createImageWorkStore({ db, log, secretBox })
    }
  }
}

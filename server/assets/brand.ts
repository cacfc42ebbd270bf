import { actorOf } from '~/server/accounts'
import type { Ctx } from '~/server/accounts/contract'
import { audit } from '~/server/audit'
import type { Caches } from '~/server/platform/cache'
import type { Sql } from '~/server/platform/db'
import type { Log } from '~/server/platform/log'
import type { Blobs } from './blobs'
import type { ImageKind, Staged, Upload } from './contract'

/** The platform's own pictures. Administrators only. */
export interface Brand {
  /** Makes logo and favicon of one picture. @throws AppError `file.empty`, `logo.update_failed` */
  setLogo(ctx: Ctx, upload: Upload | undefined): Promise<void>
  /** Back to the built-in ones. */
  clearLogo(ctx: Ctx): Promise<void>
}

interface Needs {
  caches: Caches
  blobs: Blobs
  log: Log
  image(upload: Upload | undefined, kind: ImageKind, failure: string): Promise<Staged>
}

export function createBrand({ caches, blobs, log, image }: Needs): Brand {
  /** Two changes at once wait for each other, the first ever included. */
  const clear = async (sql: Sql) => {
    await sql.query('LOCK TABLE brand_images IN SHARE ROW EXCLUSIVE MODE')
    const { rows } = await sql.query<{ kind: string; hash: string }>(
      'DELETE FROM brand_images RETURNING kind, hash'
    )
    return rows
  }

  const replace = async (ctx: Ctx, images: { kind: string; staged: Staged }[]) => {
    const staged = images.map((one) => one.staged)
    const old = await blobs.storing(staged, async (sql) => {
      const before = await clear(sql)
      const ordered = [...images].sort((a, b) => (a.staged.hash < b.staged.hash ? -1 : 1))
      for (const { kind, staged } of ordered) {
        await blobs.keep(sql, staged)
        await sql.query('INSERT INTO brand_images (kind, hash) VALUES ($1, $2)', [kind, staged.hash])
      }
      const after = images.map(({ kind, staged }) => ({ kind, hash: staged.hash }))
      await audit(sql, ctx, { action: 'logo_changed', target: 'settings', before, after })
      return before
    })
    caches.forget('settings')
    for (const { hash } of old)
      await blobs.drop(hash).catch((error: Error) => log.warn({ err: error.message }, 'file_not_dropped'))
  }

  return {
    async setLogo(ctx, upload) {
      actorOf(ctx, 'Admin')
      const logo = await image(upload, 'logo', 'logo.update_failed')
      const favicon = await image(upload, 'favicon', 'logo.update_failed')
      await replace(ctx, [
        { kind: 'logo', staged: logo },
        { kind: 'favicon', staged: favicon }
      ])
    },
    async clearLogo(ctx) {
      actorOf(ctx, 'Admin')
      await replace(ctx, [])
    }
  }
}

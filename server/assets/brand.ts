import { requireActor } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import { type Database, rows, type Sql, text } from '~/server/db'
import type { Log } from '~/server/platform/log'
import type { Blobs } from './blobs'
import type { ImageKind, Staged, Upload } from './contract'
import { type BrandImage, defineBrandImages } from './model'

export interface Brand {
  /** Makes logo and favicon. @throws AppError `file.empty`, `logo.update_failed` */
  setLogo(ctx: Ctx, upload: Upload | undefined): Promise<void>
  clearLogo(ctx: Ctx): Promise<void>
}

interface Needs {
  db: Database
  blobs: Blobs
  log: Log
  image(upload: Upload | undefined, kind: ImageKind, failure: string): Promise<Staged>
}

export function createBrand({ db, blobs, log, image }: Needs): Brand {
  const brandImages = defineBrandImages(db.sequelize)

  /** Locks the table, because there may be no row to lock. */
  const clear = async (sql: Sql) => {
    await sql.query('LOCK TABLE brand_images IN SHARE ROW EXCLUSIVE MODE')
    return rows(sql, { kind: text, hash: text }, 'DELETE FROM brand_images RETURNING kind, hash')
  }

  const replace = async (ctx: Ctx, images: { kind: BrandImage['kind']; staged: Staged }[]) => {
    const staged = images.map((one) => one.staged)
    await blobs.storing(ctx, staged, async (tx) => {
      const before = await clear(tx)
      const ordered = [...images].sort((a, b) => (a.staged.hash < b.staged.hash ? -1 : 1))
      for (const { kind, staged } of ordered) {
        await blobs.keep(tx, staged)
        await brandImages.create({ kind, hash: staged.hash }, { transaction: tx.transaction })
      }
      const after = images.map(({ kind, staged }) => ({ kind, hash: staged.hash }))
      await tx.audit({ action: 'logo_changed', target: 'settings', before, after })
      tx.invalidate('settings')
      for (const { hash } of before)
        tx.after(() =>
          blobs.drop(hash).catch((error: Error) => log.warn({ err: error.message }, 'file_not_dropped'))
        )
    })
  }

  return {
    async setLogo(ctx, upload) {
      requireActor(ctx, 'Admin')
      const logo = await image(upload, 'logo', 'logo.update_failed')
      const favicon = await image(upload, 'favicon', 'logo.update_failed')
      await replace(ctx, [
        { kind: 'logo', staged: logo },
        { kind: 'favicon', staged: favicon }
      ])
    },
    async clearLogo(ctx) {
      requireActor(ctx, 'Admin')
      await replace(ctx, [])
    }
  }
}

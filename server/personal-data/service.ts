import type { Readable } from 'node:stream'
import { requireActor, requireConfirmed } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import type { Assets } from '~/server/assets'
import type { ZipPart } from '~/server/assets/contract'
import type { MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import { notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { PERSONAL_FORMAT, PERSONAL_VERSION } from './contract'
import { listPersonalData, listPersonalFiles } from './queries'

/** Exports the stored data of a person (docs/rules/personal-data.md). All functions need a confirmation. */
export interface PersonalData {
  /** Checks the confirmation before a page leads to the download. @throws AppError `account.confirm_needed` 403 */
  confirmed(ctx: Ctx): Promise<void>
  /** The caller's own data as a ZIP. @throws AppError `account.confirm_needed` 403 */
  own(ctx: Ctx): Promise<Readable>
  /** Exports the data of any account, for administrators. @throws AppError `account.confirm_needed` 403, `user.not_found` 404 */
  of(ctx: Ctx, id: string): Promise<Readable>
}

interface Needs {
  db: Database
  change: MakeChange
  assets: Pick<Assets, 'zip'>
  log: Log
}

/** The end of a file's name that programs know it by. */
const endOf = (name: string | null) => /\.[a-z0-9]{1,5}$/i.exec(name ?? '')?.[0] ?? ''

export function createPersonalData({ db, change, assets, log }: Needs): PersonalData {
  const exported = async (ctx: Ctx, id: string) => {
    await requireConfirmed(db.pool, ctx)
    const { data, files } = await db.transaction(
      async (sql) => {
        await sql.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
        return { data: await listPersonalData(sql, id), files: await listPersonalFiles(sql, id) }
      },
      { long: true }
    )
    if (!data) throw notFound('user.not_found')
    await change(ctx, (tx) => tx.audit({ action: 'user_exported', target: `user:${id}` }))
    log.info({ account: id, ...callerLogFields(ctx) }, 'user_exported')
    const head = { format: PERSONAL_FORMAT, version: PERSONAL_VERSION, exportedAt: ctx.now }
    const parts: ZipPart[] = [
      { path: 'person.json', make: () => JSON.stringify({ ...head, ...data }, null, 1) },
      ...files.map(({ hash, kind, name }) => ({ path: `files/${kind}${endOf(name)}`, hash }))
    ]
    return assets.zip(parts, ctx.now)
  }

  return {
    confirmed: (ctx) => requireConfirmed(db.pool, ctx),
    own: async (ctx) => exported(ctx, requireActor(ctx).id),
    async of(ctx, id) {
      requireActor(ctx, 'Admin')
      return exported(ctx, id)
    }
  }
}

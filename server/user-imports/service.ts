import { Op } from 'sequelize'
import { requireActor } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import { AppError, notFound } from '~/server/platform/errors'
import { uuid7 } from '~/server/platform/ids'
import { publish, type Redis } from '~/server/platform/redis'
import type { Settings } from '~/server/settings'
import type { ExportedPerson } from '~/server/transfer'
import { checkImport } from './checking'
import {
  type CheckOptions,
  IMPORT_CHANNEL,
  IMPORT_LIMITS,
  type ImportCheck,
  type ImportLine,
  type ImportResult,
  type ImportRow,
  type ImportView,
  type RowState,
  type StartOptions
} from './contract'
import { exportLines } from './export-lines'
import { defineUserImportRows, defineUserImports } from './model'
import { findImport, listImportRows, listImports, storeRows } from './storing'
import { SEALED, type WorkNeeds } from './units'
import { createImportWorkStore, endImport } from './working'

/** See docs/rules/staff.md#user-imports. Administrators only. */
export interface UserImports {
  /** Stores a waiting import unless a row is faulty. @throws AppError `user.bulk_empty`, `user.import_limit` */
  check(ctx: Ctx, lines: ImportLine[], options: CheckOptions): Promise<ImportCheck>
  /** Skips faulty rows (docs/rules/staff.md#exports-of-ctfd-and-rctf). `game`: id or title for the teams; null for none. */
  checkExport(
    ctx: Ctx,
    people: ExportedPerson[],
    options: CheckOptions & { game: string | null }
  ): Promise<ImportCheck>
  /** Newest first. */
  list(ctx: Ctx): Promise<ImportView[]>
  /** @throws AppError `user.import_not_found` 404 */
  one(ctx: Ctx, id: string): Promise<ImportView>
  /** In the order of the file, without passwords. */
  rows(ctx: Ctx, id: string, part: { state?: RowState; count: number; skip: number }): Promise<ImportRow[]>
  /** @throws AppError `user.import_not_found` 404, `user.import_state`, `mail.send_failed` */
  start(ctx: Ctx, id: string, options: StartOptions): Promise<void>
  /** Stops after the current team, keeping accounts. @throws `user.import_not_found` 404, `user.import_state` */
  cancel(ctx: Ctx, id: string): Promise<void>
  /** All rows. The first call after the end returns and deletes generated passwords. */
  result(ctx: Ctx, id: string): Promise<ImportResult[]>
  /** Works on started imports for some seconds. */
  work(signal: AbortSignal): Promise<void>
  /** Deletes unfetched passwords and old imports. */
  purge(): Promise<void>
}

interface Needs extends WorkNeeds {
  redis: Redis
  mail: WorkNeeds['mail'] & { configured: boolean }
  settings: Pick<Settings, 'read'>
}

const LISTED = 20

/** Retention of passwords, of imports not started, and of finished ones. */
const PURGE = [
  `UPDATE user_import_rows r SET secret = NULL FROM user_imports i
   WHERE i.id = r.import_id AND r.secret IS NOT NULL AND i.ended_at < now() - interval '1 day'`,
  `DELETE FROM user_imports WHERE state = 'Checked' AND created_at < now() - interval '1 day'`,
  `DELETE FROM user_imports WHERE ended_at < now() - interval '7 days'`
]

export function createUserImports(needs: Needs): UserImports {
  const { db, change, redis, mail, secretBox, settings, log } = needs
  const imports = defineUserImports(db.sequelize)
  const importedRows = defineUserImportRows(db.sequelize)
  const seal = (password: string) => secretBox.seal(Buffer.from(password, 'utf8'), SEALED)

  const found = async (ctx: Ctx, id: string): Promise<ImportView> => {
    requireActor(ctx, 'Admin')
    const view = await findImport(db.pool, id)
    if (!view) throw notFound('user.import_not_found')
    return view
  }

  const limited = (rows: number) => {
    if (rows === 0) throw new AppError('user.bulk_empty')
    if (rows > IMPORT_LIMITS.rows)
      throw new AppError('user.import_limit', 400, { params: { max: IMPORT_LIMITS.rows } })
  }

  const checked: UserImports['check'] = async (ctx, given, { name, overwrite, skip = false }) => {
    const actor = requireActor(ctx, 'Admin')
    limited(given.length)
    const { lines, faults } = await checkImport(needs, ctx, given, { overwrite })
    if (skip ? faults.length === given.length : faults.length > 0)
      return { id: null, rows: given.length, faults }
    const id = uuid7(ctx.now)
    await change(ctx, async (tx) => {
      const called = [...name].slice(0, 200).join('')
      const made = {
        id,
        name: called,
        createdBy: actor.id,
        createdAt: ctx.now,
        overwrite,
        locale: ctx.locale
      }
      await imports.create(made, { transaction: tx.transaction })
      await storeRows(tx, id, { lines, faults }, seal)
    })
    return { id, rows: given.length, faults }
  }

  /** Starts the job now; without Redis it starts within seconds. */
  const notifyJob = () =>
    publish(redis, IMPORT_CHANNEL, '', (err) => log.warn({ err }, 'user_import_job_not_notified'))

  return {
    check: checked,

    async checkExport(ctx, people, { game, ...options }) {
      requireActor(ctx, 'Admin')
      limited(people.length)
      const { accountPolicy } = await settings.read()
      const unproven = accountPolicy.activeOnRegister
      return checked(ctx, await exportLines(db.pool, people, { game, unproven }), { ...options, skip: true })
    },

    async list(ctx) {
      requireActor(ctx, 'Admin')
      return listImports(db.pool, LISTED)
    },

    one: found,

    async rows(ctx, id, part) {
      requireActor(ctx, 'Admin')
      return (await listImportRows(db.pool, id, part)).map(({ secret: _, ...row }) => row)
    },

    async start(ctx, id, { byMail, accept }) {
      const actor = requireActor(ctx, 'Admin')
      await found(ctx, id)
      if (byMail && !mail.configured) throw new AppError('mail.send_failed')
      await change(ctx, async (tx) => {
        const [started] = await imports.update(
          { state: 'Running', startedAt: ctx.now, byMail, accept, createdBy: actor.id },
          { where: { id, state: 'Checked' }, transaction: tx.transaction }
        )
        if (started === 0) throw new AppError('user.import_state')
        await tx.audit({
          action: 'user_import_started',
          target: `user_import:${id}`,
          after: { byMail, accept }
        })
        tx.after(notifyJob)
      })
      log.info({ import: id, ...callerLogFields(ctx) }, 'user_import_started')
    },

    async cancel(ctx, id) {
      await found(ctx, id)
      await change(ctx, async (tx) => {
        const { transaction } = tx
        const dropped = await imports.destroy({ where: { id, state: 'Checked' }, transaction })
        if (dropped === 0 && !(await endImport(tx, id, 'Cancelled'))) throw new AppError('user.import_state')
      })
    },

    async result(ctx, id) {
      await found(ctx, id)
      return change(ctx, async (tx) => {
        // Of two concurrent calls, one gets the passwords.
        const { transaction } = tx
        await imports.findOne({
          attributes: ['id'],
          where: { id, state: ['Done', 'Cancelled'] },
          transaction,
          lock: transaction.LOCK.UPDATE,
          rejectOnEmpty: new AppError('user.import_state')
        })
        const all = await listImportRows(tx, id, { count: null, skip: 0 })
        const [count] = await importedRows.update(
          { secret: null },
          { where: { importId: id, secret: { [Op.not]: null } }, transaction }
        )
        if (count > 0)
          await tx.audit({
            action: 'user_import_passwords_fetched',
            target: `user_import:${id}`,
            after: { count }
          })
        return all.map(({ secret, ...row }) => ({
          ...row,
          password: secret && secretBox.open(secret, SEALED).toString('utf8')
        }))
      })
    },

    work: createImportWorkStore(needs),

    async purge() {
      for (const statement of PURGE) await db.pool.query(statement)
    }
  }
}

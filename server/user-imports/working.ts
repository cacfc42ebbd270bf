import { systemCtx } from '~/server/access'
import { type Ctx, ROLES } from '~/server/access/contract'
import type { Change } from '~/server/change'
import { oneOf, row, text, uuid } from '~/server/db'
import { isAppError } from '~/server/platform/errors'
import { findImport, findRunningImport, type Running, readNextUnit } from './storing'
import { doUnit, type WorkNeeds } from './units'

/** Milliseconds of one run; the next follows soon. */
const RUN_MS = 4000

type End = 'Done' | 'Cancelled'

/** Deletes passwords of rows left. */
export async function endImport(tx: Change, id: string, state: End): Promise<boolean> {
  const ended = await tx.query(
    "UPDATE user_imports SET state = $2, ended_at = $3 WHERE id = $1 AND state = 'Running'",
    [id, state, tx.ctx.now]
  )
  if (!ended.rowCount) return false
  await tx.query(
    "UPDATE user_import_rows SET secret = NULL WHERE import_id = $1 AND state IN ('Waiting', 'Failed')",
    [id]
  )
  const view = await findImport(tx, id)
  await tx.audit({
    action: state === 'Done' ? 'user_import_finished' : 'user_import_cancelled',
    target: `user_import:${id}`,
    after: { ...view?.counts }
  })
  return true
}

export function createImportWorkStore(needs: WorkNeeds) {
  const { db, change, log } = needs

  /** The administrator who started it; null after losing the role. */
  const authorOf = async ({ author, locale }: Running): Promise<Ctx | null> => {
    const found = await row(
      db.pool,
      { id: uuid, userName: text, role: oneOf(ROLES) },
      'SELECT id, user_name AS "userName", role FROM users WHERE id = $1 AND active',
      [author]
    )
    if (found?.role !== 'Admin') return null
    return { ...systemCtx(locale), actor: { ...found, sessionId: '', avatar: null } }
  }

  const stop = async (run: Running, state: End, by: Ctx | null): Promise<void> => {
    const ended = await change(by ?? systemCtx(run.locale), (tx) => endImport(tx, run.id, state))
    if (ended && state === 'Done') log.info({ import: run.id }, 'user_import_finished')
    if (ended && state === 'Cancelled') log.warn({ import: run.id }, 'user_import_cancelled')
  }

  const step = async (run: Running): Promise<void> => {
    const unit = await readNextUnit(db.pool, run.id)
    const by = await authorOf(run)
    if (unit.length === 0) return stop(run, 'Done', by)
    if (!by) return stop(run, 'Cancelled', null)
    try {
      await doUnit(needs, by, run, unit)
    } catch (error) {
      if (!isAppError(error) || error.status !== 403) throw error
      await stop(run, 'Cancelled', null)
    }
  }

  return async (signal: AbortSignal): Promise<void> => {
    const until = Date.now() + RUN_MS
    while (!signal.aborted && Date.now() < until) {
      const run = await findRunningImport(db.pool)
      if (!run) return
      await step(run)
    }
  }
}

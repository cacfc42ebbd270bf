import { refuseOwn } from '~/server/access'
import { callerUserId } from '~/server/access/contract'
import type { Change } from '~/server/change'
import type { Database, Sql } from '~/server/db'
import { AppError, notFound } from '~/server/platform/errors'
import { wireTime } from '~/server/platform/time'
import type { CorrectionKind, CorrectionPreview, UndoInput } from '../contract'
import { expireImpossible } from '../drafts/expiring'
import { type Correction, type CorrectionScope, defineCorrections } from '../model'
import { recordCorrectionNews } from '../news'
import { type Comparison, compareBoards } from '../plan/compare-boards'
import { isEmpty, type Plan, planDigest } from '../plan/plan'
import { planUndo } from '../plan/undoing'
import { lastCorrectionNumber, readCorrectedGame } from '../queries'
import { applyPlan, nextCorrectionNumber } from './apply-plan'

/** A correction that is computed, but not applied. */
export interface Prepared extends Comparison {
  plan: Plan
  /** The number of the correction before; absent if there was no preview. */
  last?: number
}

/** `instances`: how many would live longer. */
export const previewOf = (
  { plan, effect, last = 0 }: Prepared,
  now: Date,
  instances = 0
): CorrectionPreview => ({
  effect,
  ends: plan.ends.map(({ division, before, after }) => ({
    division,
    before: before && wireTime(new Date(before)),
    after: after && wireTime(new Date(after))
  })),
  instances,
  second: false,
  digest: planDigest(plan, last, now),
  empty: isEmpty(plan) && instances === 0
})

/** Compares the boards without and with the plan at `now`. `last`: the number of the game's newest correction. */
export async function prepareCorrection(sql: Sql, gameId: number, plan: Plan, now: Date): Promise<Prepared> {
  const [last, comparison] = [
    await lastCorrectionNumber(sql, gameId),
    await compareBoards(sql, gameId, plan, now.getTime())
  ]
  return { plan, last, ...comparison }
}

/**
 * Under the ledger's lock. @throws AppError `correction.moved_on` 409 when `digest` is given and belongs to another plan, or
 * something was corrected since
 */
export async function checkDigest(
  sql: Sql,
  gameId: number,
  plan: Plan,
  digest: string | undefined,
  now: Date
): Promise<void> {
  if (digest === undefined) return
  if (digest !== planDigest(plan, await lastCorrectionNumber(sql, gameId), now))
    throw new AppError('correction.moved_on', 409)
}

export interface RecordedCorrection {
  kind: CorrectionKind
  scope: CorrectionScope
  reason: string
  /** The person who proposed it; absent: the caller did it alone. */
  author?: string | null
}

/** Applies and stores a correction under the ledger's lock. @returns its number */
export async function recordCorrection(
  db: Database,
  tx: Change,
  gameId: number,
  { plan, effect, bloods, concerned }: Prepared,
  { kind, scope, reason, author }: RecordedCorrection
): Promise<number> {
  const number = await nextCorrectionNumber(tx, gameId)
  const game = await readCorrectedGame(tx, gameId)
  const { plan: applied } = await applyPlan(tx, game, plan, bloods, { number, undone: false, reason })
  const { transaction, ctx } = tx
  const { frozen, now: at } = game
  const caller = callerUserId(ctx)
  const people = { userId: author ?? caller, confirmedBy: author && author !== caller ? caller : null }
  const { id } = await defineCorrections(db.sequelize).create(
    { gameId, number, kind, scope, reason, effect, plan: applied, at, ...people },
    { transaction }
  )
  await recordCorrectionNews(tx, { correction: id, undone: false, concerned, frozen })
  const { gain, lose, added, removed } = effect
  const after = { kind, ...scope, reason, gain, lose, added, removed }
  await tx.audit({ action: 'results_corrected', target: `game:${gameId}`, after: { number, ...after } })
  await expireImpossible(tx, gameId)
  return number
}

/** Participations that a stored correction names. */
export const correctedTeamIds = ({ teams }: CorrectionScope): number[] =>
  teams.map(({ participationId }) => participationId)

/** A correction that can be undone. @throws AppError `correction.not_found` 404, `correction.undone`, `correction.of_times` 400 */
export async function readUndoable(
  db: Database,
  sql: Sql | Change,
  gameId: number,
  number: number
): Promise<Correction> {
  const transaction = 'transaction' in sql ? sql.transaction : undefined
  const found = await defineCorrections(db.sequelize).findOne({ where: { gameId, number }, transaction })
  if (!found) throw notFound('correction.not_found')
  if (found.undoneAt) throw new AppError('correction.undone')
  if (found.kind === 'window') throw new AppError('correction.of_times')
  return found
}

/** Undoes a correction; needs the ledger's lock. @throws AppError as `readUndoable`; `correction.moved_on` 409 */
export async function undoCorrection(
  db: Database,
  tx: Change,
  gameId: number,
  number: number,
  { reason, digest }: UndoInput
): Promise<void> {
  const found = await readUndoable(db, tx, gameId, number)
  await refuseOwn(tx, tx.ctx, correctedTeamIds(found.scope))
  const game = await readCorrectedGame(tx, gameId)
  const plan = await planUndo(tx, game, found)
  await checkDigest(tx, gameId, plan, digest, game.now)
  const { bloods, concerned } = await prepareCorrection(tx, gameId, plan, game.now)
  await applyPlan(tx, game, plan, bloods, { number, undone: true, reason })
  const undone = { undoneAt: game.now, undoneBy: callerUserId(tx.ctx), undoneReason: reason }
  await found.update(undone, { transaction: tx.transaction })
  await recordCorrectionNews(tx, { correction: found.id, undone: true, concerned, frozen: game.frozen })
  await tx.audit({ action: 'correction_undone', target: `game:${gameId}`, after: { number, reason } })
  await expireImpossible(tx, gameId)
}

import type { Change } from '~/server/change'
import { json, number, rows, type Sql } from '~/server/db'
import { isAppError } from '~/server/platform/errors'
import { type CorrectionInput, correctionInput } from '../contract'
import type { CorrectedGame } from '../plan/differences'
import { isEmpty } from '../plan/plan'
import { planCorrection } from '../plan/planner'
import { readCorrectedGame } from '../queries'

/**
 * The code of the error for which a correction can no longer be done, such as that of a challenge that is gone; null while it can.
 * One that would change nothing is `correction.nothing`, unless instances live longer by it.
 */
export async function findExpiryCause(
  sql: Sql,
  game: CorrectedGame,
  input: CorrectionInput
): Promise<string | null> {
  try {
    const plan = await planCorrection(sql, game, input)
    const extends_ = input.kind === 'incident' && Boolean(input.instanceMinutes)
    return isEmpty(plan) && !extends_ ? 'correction.nothing' : null
  } catch (error) {
    if (isAppError(error) && error.status < 500) return error.code
    throw error
  }
}

/** Ends a draft that can no longer be applied; needs the ledger's lock. */
export async function expire(tx: Change, gameId: number, id: number, cause: string): Promise<void> {
  await tx.query(
    `UPDATE correction_drafts SET state = 'expired', cause = $2, decided_at = $3 WHERE id = $1`,
    [id, cause, tx.ctx.now]
  )
  await tx.audit({
    action: 'correction_draft_expired',
    target: `game:${gameId}`,
    after: { draft: id, cause }
  })
  tx.invalidate(`corrections:${gameId}`)
}

/**
 * Ends all drafts of a game that can no longer be applied, after its results were changed or revealed; needs the ledger's lock
 * (docs/rules/corrections.md#drafts).
 */
export async function expireImpossible(tx: Change, gameId: number): Promise<void> {
  const open = await rows(
    tx,
    { id: number, input: json(correctionInput) },
    `SELECT id, input FROM correction_drafts WHERE game_id = $1 AND state = 'open' ORDER BY id`,
    [gameId]
  )
  if (open.length === 0) return
  const game = await readCorrectedGame(tx, gameId)
  for (const { id, input } of open) {
    const cause = await findExpiryCause(tx, game, input)
    if (cause !== null) await expire(tx, gameId, id, cause)
  }
}

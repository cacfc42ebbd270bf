import type { Change } from '~/server/change'
import type { Database } from '~/server/db'
import { compareBoards } from '../plan/compare-boards'
import { diffSolves } from '../plan/differences'
import { isEmpty, NO_PLAN } from '../plan/plan'
import { planWindow } from '../plan/planner'
import { readCorrectedGame } from '../queries'
import { applyPlan } from './apply-plan'
import { rewriteBloodNotices } from './blood-notices'
import { recordCorrection } from './record-correction'

/**
 * Revokes solves outside the new times, and counts right answers inside (docs/rules/corrections.md#times). Needs the
 * ledger's lock; does nothing when there are none.
 */
export async function correctByNewTimes(
  db: Database,
  tx: Change,
  gameId: number,
  reason: string
): Promise<void> {
  const game = await readCorrectedGame(tx, gameId)
  const plan = await planWindow(tx, game)
  if (isEmpty(plan)) return
  const comparison = await compareBoards(tx, gameId, plan, game.now.getTime())
  const scope = { challenges: [], teams: [], points: null, incident: null, extension: null }
  await recordCorrection(db, tx, gameId, { plan, ...comparison }, { kind: 'window', scope, reason })
}

/**
 * Adjusts solves of one team whose extra time changed. Neither a correction nor the ledger says why
 * (docs/rules/participation.md#extra-time). Needs the ledger's lock.
 * @returns how many solves were added and removed
 */
export async function correctByExtraTime(
  tx: Change,
  gameId: number,
  participationId: number
): Promise<{ added: number; removed: number }> {
  const game = await readCorrectedGame(tx, gameId)
  const found = await diffSolves(tx, game, null, [])
  const solves = found.filter((one) => one.participationId === participationId)
  if (solves.length > 0) {
    // No freeze holds back solves of before it as those of a correction, so that no reveal would announce their bloods.
    const { appended } = await applyPlan(tx, game, { ...NO_PLAN, solves }, [], null)
    await rewriteBloodNotices(tx, gameId, appended)
  }
  return {
    added: solves.filter(({ after }) => after !== null).length,
    removed: solves.filter(({ before }) => before !== null).length
  }
}

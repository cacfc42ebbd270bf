import type { Change } from '~/server/change'
import { type Database, json, number, rows } from '~/server/db'
import { compareBoards } from '../plan/compare-boards'
import { diffSolves } from '../plan/differences'
import { presentDecay } from '../plan/incident'
import { inversePlan, isEmpty, NO_PLAN, type Plan, planShape } from '../plan/plan'
import { ANSWER, ANSWERS, type Answer, countedOf, payingBack, revertAnswers } from '../plan/undoing'
import { readCorrectedGame } from '../queries'
import { recordCorrection } from './record-correction'

/** What came back from the trash, and when it was deleted. Null: not one of these. */
export interface TrashReturn {
  participationId: number | null
  challengeId: number | null
  since: Date
}

const UNDONE = `
  SELECT number, plan FROM corrections WHERE game_id = $1 AND undone_at >= $2 ORDER BY undone_at, number`

/** The first state of each answer and its last one. */
function joined<T extends { submissionId: number; before: unknown; after: unknown }>(changes: T[]): T[] {
  const first = new Map<number, T>()
  for (const one of changes) {
    const known = first.get(one.submissionId)
    first.set(one.submissionId, known ? { ...one, before: known.before } : one)
  }
  return [...first.values()].filter(({ before, after }) => before !== after)
}

/** What corrections that were undone meanwhile have left on answers, awards and hints that were not there. */
async function leftBy(tx: Change, gameId: number, { participationId, challengeId, since }: TrashReturn) {
  const undone = await rows(tx, { number, plan: json(planShape) }, UNDONE, [gameId, since])
  const inverted = undone.map(({ plan }) => inversePlan(plan))
  const awards: Plan['awards'] = []
  // The award of a team is in the ledger, and was taken back unless the team was away.
  for (const one of undone)
    for (const award of (await payingBack(tx, gameId, one)).awards)
      if (award.participationId === participationId) awards.push(award)
  const mentioned = inverted.flatMap(({ verdicts, rulings }) =>
    [...verdicts, ...rulings].map(({ submissionId }) => submissionId)
  )
  const text = `${ANSWERS} AND (challenge_id = $2 OR participation_id = $3)`
  const answers = await rows(tx, ANSWER, text, [mentioned, challengeId, participationId])
  const states = new Map<number, Answer>(answers.map((one) => [one.id, one]))
  const back = inverted.map((one) => revertAnswers(states, one))
  return {
    answers,
    verdicts: joined(back.flatMap(({ verdicts }) => verdicts)),
    rulings: joined(back.flatMap(({ rulings }) => rulings)),
    awards,
    purchases: undone
      .flatMap(({ plan }) => plan.purchases)
      .filter((one) => one.participationId === participationId || one.challengeId === challengeId)
  }
}

/** Hints are paid for again whose correction was undone, and those that an undone merge brought are gone. */
async function followHints(tx: Change, gameId: number, purchases: Plan['purchases']): Promise<void> {
  await tx.query(
    `UPDATE hint_purchases b SET returned_by = NULL FROM corrections c, challenges h
     WHERE c.game_id = $1 AND h.game_id = $1 AND h.id = b.challenge_id AND c.number = b.returned_by
       AND c.undone_at IS NOT NULL`,
    [gameId]
  )
  await tx.query(
    `DELETE FROM hint_purchases b USING unnest($1::int[], $2::int[], $3::int[], $4::int8[]) AS h (challenge, participation, hint, at)
     WHERE b.challenge_id = h.challenge AND b.participation_id = h.participation AND b.hint = h.hint
       AND b.at = to_timestamp(h.at / 1000.0)`,
    [
      purchases.map(({ challengeId }) => challengeId),
      purchases.map(({ participationId }) => participationId),
      purchases.map(({ hint }) => hint),
      purchases.map(({ at }) => at)
    ]
  )
}

/**
 * Puts right what happened to a game while a team or challenge of it was in the trash: moved times, and corrections that were
 * undone (docs/rules/staff.md#trash). Needs the ledger's lock; does nothing when nothing happened.
 */
export async function catchUpAfterRestore(
  db: Database,
  tx: Change,
  gameId: number,
  returned: TrashReturn,
  reason: string
): Promise<void> {
  const game = await readCorrectedGame(tx, gameId)
  const { answers, purchases, ...left } = await leftBy(tx, gameId, returned)
  await followHints(tx, gameId, purchases)
  const { challengeId } = returned
  const plan: Plan = {
    ...NO_PLAN,
    ...left,
    decay: challengeId === null ? [] : await presentDecay(tx, gameId, challengeId),
    solves: await diffSolves(tx, game, null, countedOf(answers))
  }
  if (isEmpty(plan)) return
  const comparison = await compareBoards(tx, gameId, plan, game.now.getTime())
  const scope = { challenges: [], teams: [], points: null, incident: null, extension: null }
  await recordCorrection(db, tx, gameId, { plan, ...comparison }, { kind: 'window', scope, reason })
}

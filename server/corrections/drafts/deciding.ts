import type { Change } from '~/server/change'
import type { Database, Sql } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import { checkDigest, prepareCorrection, previewOf, recordCorrection } from '../apply/record-correction'
import type { CorrectionPreview } from '../contract'
import { readChallengeTitles, readTeamNames } from '../plan/compare-boards'
import { isEmpty, type Plan } from '../plan/plan'
import { planCorrection, planVoids } from '../plan/planner'
import { readCorrectedGame } from '../queries'

/** Decisions about results: revoked solves, or points. */
export type Decided =
  | { kind: 'void'; participationIds: number[]; challengeIds: number[] }
  | { kind: 'award'; participationIds: number[]; points: number }

/** Writes nothing. @throws AppError `game.not_found`, `challenge.not_found`, `participation.not_found` 404, `correction.nothing` 400 */
export async function planDecided(
  sql: Sql,
  gameId: number,
  decided: Decided
): Promise<{ plan: Plan; now: Date }> {
  const game = await readCorrectedGame(sql, gameId)
  const plan =
    decided.kind === 'void'
      ? await planVoids(sql, game, decided.challengeIds, decided.participationIds)
      : await planCorrection(sql, game, decided)
  if (isEmpty(plan)) throw new AppError('correction.nothing')
  return { plan, now: game.now }
}

/** The effect on the board. @throws AppError as `planDecided` */
export async function previewDecided(sql: Sql, gameId: number, decided: Decided): Promise<CorrectionPreview> {
  const { plan, now } = await planDecided(sql, gameId, decided)
  return previewOf(await prepareCorrection(sql, gameId, plan, now), now)
}

/** Applies a decision as one correction; needs the ledger's lock. @returns its number. @throws AppError as `planDecided`; `correction.moved_on` 409 */
export async function correctIn(
  db: Database,
  tx: Change,
  gameId: number,
  decided: Decided,
  { reason, digest }: { reason: string; digest?: string }
): Promise<number> {
  const { plan, now } = await planDecided(tx, gameId, decided)
  await checkDigest(tx, gameId, plan, digest, now)
  const titles = await readChallengeTitles(tx, gameId)
  const names = await readTeamNames(tx, gameId)
  const challenges = decided.kind === 'void' ? decided.challengeIds : []
  const scope = {
    challenges: challenges.map((id) => ({ id, title: titles.get(id) ?? '' })),
    teams: decided.participationIds.map((participationId) => ({
      participationId,
      name: names.get(participationId) ?? ''
    })),
    points: decided.kind === 'award' ? decided.points : null,
    incident: null,
    extension: null
  }
  return recordCorrection(db, tx, gameId, await prepareCorrection(tx, gameId, plan, now), {
    kind: decided.kind,
    scope,
    reason
  })
}

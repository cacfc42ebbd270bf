import { refuseOwn } from '~/server/access'
import type { Change } from '~/server/change'
import type { Database, Sql } from '~/server/db'
import type { Instances } from '~/server/instances'
import { changeNotice, insertNotices } from '~/server/notices'
import { AppError } from '~/server/platform/errors'
import { wireTime } from '~/server/platform/time'
import type { CorrectionApply, CorrectionInput, CorrectionPreview } from '../contract'
import { movesTop } from '../drafts/second-person'
import type { CorrectionScope } from '../model'
import { readChallengeTitles, readTeamNames } from '../plan/compare-boards'
import type { CorrectedGame } from '../plan/differences'
import { extensionOf } from '../plan/extension'
import { isEmpty } from '../plan/plan'
import { planCorrection } from '../plan/planner'
import { readCorrectedGame } from '../queries'
import {
  checkDigest,
  type Prepared,
  prepareCorrection,
  previewOf,
  type RecordedCorrection,
  recordCorrection
} from './record-correction'

export interface Carrying {
  db: Database
  instances: Pick<Instances, 'extendIn' | 'extendableIn'>
}

/** Whose instances a correction lets live longer, and by how many minutes; null for none. */
function extendedBy(input: CorrectionInput) {
  if (input.kind !== 'incident' || !input.instanceMinutes) return null
  return { challengeIds: input.challengeIds ?? null, minutes: input.instanceMinutes }
}

/** Participations that a correction names; [] when it is about all. */
export const namedBy = (input: CorrectionInput): readonly number[] =>
  ('participationIds' in input && input.participationIds) || []

export async function readCorrectionScope(
  sql: Sql,
  game: CorrectedGame,
  input: CorrectionInput
): Promise<CorrectionScope> {
  const gameId = game.id
  const challenges =
    'challengeIds' in input ? (input.challengeIds ?? []) : 'challengeId' in input ? [input.challengeId] : []
  const teams = namedBy(input)
  const [titles, names] = await Promise.all([readChallengeTitles(sql, gameId), readTeamNames(sql, gameId)])
  return {
    challenges: challenges.map((id) => ({ id, title: titles.get(id) ?? '' })),
    teams: teams.map((participationId) => ({ participationId, name: names.get(participationId) ?? '' })),
    points: input.kind === 'award' ? input.points : null,
    incident:
      input.kind === 'incident'
        ? {
            ...{
              from: wireTime(input.from),
              to: wireTime(input.to),
              solves: input.solves,
              decay: input.decay
            },
            instanceMinutes: input.instanceMinutes ?? 0
          }
        : null,
    extension: input.kind === 'extension' ? extensionOf(game, input) : null
  }
}

/** Running instances that a correction would let live longer. */
export async function livingBy(
  { instances }: Carrying,
  gameId: number,
  input: CorrectionInput
): Promise<number> {
  const extended = extendedBy(input)
  return extended ? instances.extendableIn({ gameId, ...extended }) : 0
}

/**
 * Computes the effect of a correction now; writes nothing. `living`: see `livingBy`.
 * @throws AppError as `Corrections.preview`
 */
export async function previewIn(
  sql: Sql,
  gameId: number,
  input: CorrectionInput,
  living: number
): Promise<CorrectionPreview> {
  const game = await readCorrectedGame(sql, gameId)
  const plan = await planCorrection(sql, game, input)
  const ready = await prepareCorrection(sql, gameId, plan, game.now)
  return { ...previewOf(ready, game.now, living), second: movesTop(game, ready.effect) }
}

interface Carried extends CorrectionApply, Pick<RecordedCorrection, 'author'> {
  /** Looks at what would be done before anything is. @throws AppError to refuse it */
  check(ready: Prepared, game: CorrectedGame): void
}

/**
 * Does a correction under the ledger's lock. @returns its number
 * @throws AppError as `Corrections.apply`
 */
export async function applyCorrection(
  { db, instances }: Carrying,
  tx: Change,
  gameId: number,
  { correction, reason, digest, announce = false, author, check }: Carried
): Promise<number> {
  const game = await readCorrectedGame(tx, gameId)
  await refuseOwn(tx, tx.ctx, namedBy(correction))
  const plan = await planCorrection(tx, game, correction)
  const extended = extendedBy(correction)
  const living = extended ? await instances.extendIn(tx, { gameId, ...extended }, extended.minutes) : 0
  if (isEmpty(plan) && living === 0) throw new AppError('correction.nothing')
  await checkDigest(tx, gameId, plan, digest, game.now)
  const scope = await readCorrectionScope(tx, game, correction)
  const ready = await prepareCorrection(tx, gameId, plan, game.now)
  check(ready, game)
  const number = await recordCorrection(db, tx, gameId, ready, {
    kind: correction.kind,
    scope,
    reason,
    author
  })
  if (announce) {
    await insertNotices(tx, gameId, game.now, [changeNotice({ kind: 'Correction', values: [reason] })])
    tx.invalidate(`notices:${gameId}`)
  }
  return number
}

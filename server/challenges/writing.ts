import type { Ctx } from '~/server/access/contract'
import { embed } from '~/server/assets'
import { changes, checkVersion, type VersionCheck } from '~/server/audit'
import type { Change } from '~/server/change'
import { lastGiven } from '~/server/hints'
import { endedBy, endInstances, wantImage } from '~/server/instances'
import { AppError } from '~/server/platform/errors'
import { checkRequired } from '~/server/requirements'
import { moveToTrash } from '~/server/trash'
import { checkSetup, imagesOf, missingPart, setupOf } from './containers/setup'
import { type ChallengeUpdate, hasContainer } from './contract'
import { checkDecoys } from './flags/decoys'
import type { LockedChallenge, LockedChallenges } from './locked-challenge'
import type { Challenge } from './model'
import { pluggedColumns } from './plugged'
import { type Columns, columnsOf, shown } from './update'

const valuesOf = <K extends keyof Challenge>(challenge: Challenge, columns: Partial<Pick<Challenge, K>>) =>
  Object.fromEntries(Object.keys(columns).map((key) => [key, challenge[key as K]]))

export async function removeIn({ challenge, tx }: LockedChallenge): Promise<void> {
  const { ctx, transaction } = tx
  const { id, gameId, title, enabled } = challenge
  if (enabled) await tx.append(gameId, [{ kind: 'close', at: ctx.now.getTime(), challengeId: id }])
  // Before the deletion, because monitors' events name it.
  await endInstances(tx, { challengeId: id }, 'challenge_deleted', endedBy(ctx))
  // No flag may arrive between copying and deleting.
  await tx.lock({ intake: gameId })
  await tx.query(
    'UPDATE challenges SET requires = array_remove(requires, $2) WHERE game_id = $1 AND $2 = ANY (requires)',
    [gameId, id]
  )
  await moveToTrash(tx, { kind: 'challenge', id, title, gameId })
  await challenge.destroy({ transaction })
  await tx.audit({ action: 'challenge_deleted', target: `challenge:${id}`, before: { title } })
}

/** A new release time must be in the future, and the challenge disabled. @throws AppError */
function checkRelease({ now }: Ctx, challenge: Challenge, { releaseAt, enabled }: Columns): void {
  if (!releaseAt || releaseAt.getTime() === challenge.releaseAt?.getTime()) return
  const field = { extra: { field: 'releaseAt' } }
  if (enabled ?? challenge.enabled) throw new AppError('challenge.release_enabled', 400, field)
  if (releaseAt <= now) throw new AppError('challenge.release_past', 400, field)
}

/** A challenge opens before it closes. @throws AppError `challenge.closes_before_release` */
function checkDeadline(challenge: Challenge, { releaseAt, closesAt }: Columns): void {
  const [opens, closes] = [releaseAt ?? challenge.releaseAt, closesAt ?? challenge.closesAt]
  if (releaseAt === null || closesAt === null || !opens || !closes || opens < closes) return
  const field = closesAt === undefined ? 'releaseAt' : 'closesAt'
  throw new AppError('challenge.closes_before_release', 400, { extra: { field } })
}

/** Files of the solution apart, because they are read later than those of the other texts. */
export async function embedTexts(tx: Change, challenge: Challenge): Promise<void> {
  const { id, content, hints, pricedHints, solution } = challenge
  await embed(tx, { challengeId: id }, content, ...hints, ...pricedHints.map((hint) => hint.content))
  await embed(tx, { solutionId: id }, solution ?? '')
}

export async function updateIn(
  { writeEffects, flagCount, plugins }: LockedChallenges,
  locked: LockedChallenge,
  update: ChallengeUpdate,
  check?: VersionCheck
): Promise<Challenge> {
  const { challenge, tx } = locked
  const target = `challenge:${challenge.id}`
  const held = challenge.version
  await checkVersion(tx, tx.ctx, target, { ...check, sent: update.version, held })
  const before = shown(challenge)
  const hadHint = update.pricedHints ? await lastGiven(tx, challenge.id) : 0
  const written = columnsOf(challenge, update, hadHint)
  const columns = { ...written, ...(await pluggedColumns(plugins, challenge, written)) }
  const previous = { ...valuesOf(challenge, columns), version: held }
  const checker = columns.checker === undefined ? challenge.checker : columns.checker
  const needsFlag = challenge.type !== 'DynamicContainer' && !checker
  if (columns.enabled && needsFlag && (await flagCount(locked)) === 0) throw new AppError('challenge.no_flag')
  checkRelease(tx.ctx, challenge, columns)
  checkDeadline(challenge, columns)
  checkSetup({ ...setupOf(challenge), ...columns })
  const missing = missingPart(challenge, columns)
  if (missing) throw new AppError(missing)
  if (columns.requires) await checkRequired(tx, challenge.gameId, challenge.id, columns.requires)
  await challenge.update(columns, { transaction: tx.transaction })
  if (columns.decoy) await checkDecoys(tx, challenge.id)
  // Known before anybody plays: a first player would wait for all of it.
  if (hasContainer(challenge.type) && (columns.containerImage || columns.composeImages))
    for (const image of imagesOf(challenge)) await wantImage(tx, image)
  if (columns.solver) await wantImage(tx, columns.solver.image)
  await embedTexts(tx, challenge)
  const difference = changes<object>(previous, { ...columns, version: challenge.version })
  await tx.audit({ action: 'challenge_updated', target, ...difference })
  await writeEffects(locked, before, update.announce)
  return challenge
}

import type { Ctx } from '~/server/access/contract'
import { storeEmbeds } from '~/server/assets'
import { checkVersion, diffFields, type VersionCheck } from '~/server/audit'
import type { Change } from '~/server/change'
import { row, type Sql, time } from '~/server/db'
import { lastHintNumber } from '~/server/hints'
import { endedBy, endInstances, queueImagePull } from '~/server/instances'
import { type Check, checkAll, faultsOf } from '~/server/platform/check-all'
import { AppError } from '~/server/platform/errors'
import { checkRequired } from '~/server/requirements'
import { moveToTrash } from '~/server/trash'
import { readCategoryColumns } from './category-columns'
import { type ChallengeColumns, checksOfType, NO_RELEASE, noticeFields, updatedColumns } from './columns'
import { checkSetup, imagesOf, missingPart, setupOf } from './containers/setup'
import { type ChallengeUpdate, hasContainer } from './contract'
import { checkDecoys } from './flags/decoys'
import type { LockedChallenge, LockedChallenges } from './locked-challenge'
import type { Challenge } from './model'
import { pluggedColumns } from './plugin-columns'
import { isSolvable } from './solvable'

const valuesOf = <K extends keyof Challenge>(challenge: Challenge, columns: Partial<Pick<Challenge, K>>) =>
  Object.fromEntries(Object.keys(columns).map((key) => [key, challenge[key as K]]))

/**
 * Moves the challenge with its flags to the trash: closes it on the board, ends its instances and drops it from the
 * requirements of others. The caller's transaction holds its lock.
 */
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

/** Whether a change gives a release time that was not there before. */
const isScheduled = (challenge: Challenge, { releaseAt }: ChallengeColumns): boolean =>
  !!releaseAt && releaseAt.getTime() !== challenge.releaseAt?.getTime()

/** A new release time must be in the future, and the challenge disabled. @throws AppError */
function checkRelease({ now }: Ctx, challenge: Challenge, { releaseAt, enabled }: ChallengeColumns): void {
  if (!releaseAt || !isScheduled(challenge, { releaseAt })) return
  const field = { extra: { field: 'releaseAt' } }
  if (enabled ?? challenge.enabled) throw new AppError('challenge.release_enabled', 400, field)
  if (releaseAt <= now) throw new AppError('challenge.release_past', 400, field)
}

/** A challenge opens before it closes. @throws AppError `challenge.closes_before_release` */
function checkDeadline(challenge: Challenge, { releaseAt, closesAt }: ChallengeColumns): void {
  const [opens, closes] = [releaseAt ?? challenge.releaseAt, closesAt ?? challenge.closesAt]
  if (releaseAt === null || closesAt === null || !opens || !closes || opens < closes) return
  const field = closesAt === undefined ? 'releaseAt' : 'closesAt'
  throw new AppError('challenge.closes_before_release', 400, { extra: { field } })
}

/**
 * A time that is new lies before the announced end of the game for its last team, because any other would tell authors whether
 * a team has extra time (docs/rules/participation.md#extra-time); what is there stays when the end moves.
 * @throws AppError `challenge.release_after_end`, `challenge.closes_after_end`
 */
async function checkWithinGame(
  tx: Sql,
  challenge: Challenge,
  { releaseAt, closesAt }: ChallengeColumns
): Promise<void> {
  const opens = isScheduled(challenge, { releaseAt }) ? releaseAt : null
  const closes = closesAt && closesAt.getTime() !== challenge.closesAt?.getTime() ? closesAt : null
  if (!opens && !closes) return
  const query = 'SELECT announced_end_at AS "end" FROM games WHERE id = $1'
  const { end } = (await row(tx, { end: time }, query, [challenge.gameId]))!
  const refuse = (code: string, field: string) => new AppError(code, 400, { extra: { field } })
  if (opens && opens >= end) throw refuse('challenge.release_after_end', 'releaseAt')
  if (closes && closes > end) throw refuse('challenge.closes_after_end', 'closesAt')
}

/** Files of the solution apart, because they are read later than those of the other texts. */
export async function embedTexts(tx: Change, challenge: Challenge): Promise<void> {
  const { id, content, hints, pricedHints, solution } = challenge
  await storeEmbeds(tx, { challengeId: id }, content, ...hints, ...pricedHints.map((hint) => hint.content))
  await storeEmbeds(tx, { solutionId: id }, solution ?? '')
}

/** @throws AppError `challenge.no_flag` for an enabled challenge that nobody could solve */
export async function requireSolvable(
  { flagCount }: Pick<LockedChallenges, 'flagCount'>,
  locked: LockedChallenge,
  { enabled, checker }: Pick<Challenge, 'enabled' | 'checker'>
): Promise<void> {
  const { type } = locked.challenge
  if (enabled && !isSolvable({ type, checker }, await flagCount(locked)))
    throw new AppError('challenge.no_flag')
}

interface Written {
  update: ChallengeUpdate
  columns: ChallengeColumns
}

/** What a change must meet whether or not the challenge opens; needs no lock. */
function checksOfFields(sql: Sql, ctx: Ctx, challenge: Challenge, { update, columns }: Written): Check[] {
  const { id, gameId } = challenge
  return [
    ...checksOfType(challenge, update),
    () => checkRelease(ctx, challenge, columns),
    () => checkDeadline(challenge, columns),
    () => checkWithinGame(sql, challenge, columns),
    () => columns.requires && checkRequired(sql, gameId, id, columns.requires)
  ]
}

/** What does not fit of a change, as far as that shows without writing it; nothing is said of flags and containers. */
export const collectFaults = (sql: Sql, ctx: Ctx, challenge: Challenge, update: ChallengeUpdate) =>
  faultsOf(checksOfFields(sql, ctx, challenge, { update, columns: updatedColumns(challenge, update) }))

/** What a challenge that opens must have. */
function checksOfOpening(
  lockedChallenges: LockedChallenges,
  locked: LockedChallenge,
  columns: ChallengeColumns,
  flagsFollow: boolean
): Check[] {
  const { challenge } = locked
  const { enabled = challenge.enabled, checker = challenge.checker } = columns
  // What could not be enabled now is not scheduled either: at its time nobody would look.
  const opens = columns.enabled === true || isScheduled(challenge, columns)
  const isAsked = opens || checker !== challenge.checker
  return [
    () =>
      isAsked &&
      !flagsFollow &&
      requireSolvable(lockedChallenges, locked, { enabled: enabled || opens, checker }),
    () => checkSetup({ ...setupOf(challenge), ...columns }),
    () => {
      const missing = missingPart(challenge, opens ? { ...columns, enabled: true } : columns)
      if (missing) throw new AppError(missing)
    }
  ]
}

export interface UpdateOptions {
  check?: VersionCheck
  /** The caller changes flags as well, and calls `requireSolvable` at the end. */
  flagsFollow?: boolean
  /** Enabling or disabling is what is asked for, so that it ends a release also of a challenge that is so already. */
  switches?: boolean
}

export async function updateIn(
  lockedChallenges: LockedChallenges,
  locked: LockedChallenge,
  update: ChallengeUpdate,
  { check, flagsFollow = false, switches = false }: UpdateOptions = {}
): Promise<Challenge> {
  const { writeEffects, plugins } = lockedChallenges
  const { challenge, tx } = locked
  const target = `challenge:${challenge.id}`
  const held = challenge.version
  await checkVersion(tx, tx.ctx, target, { ...check, sent: update.version, held })
  const before = noticeFields(challenge)
  const hadHint = update.pricedHints ? await lastHintNumber(tx, challenge.id) : 0
  const written = updatedColumns(challenge, update, hadHint)
  const columns = {
    ...written,
    ...(await readCategoryColumns(tx, challenge, update)),
    ...(await pluggedColumns(plugins, challenge, written)),
    ...(switches && NO_RELEASE)
  }
  const previous = { ...valuesOf(challenge, columns), version: held }
  await checkAll([
    ...checksOfFields(tx, tx.ctx, challenge, { update, columns }),
    ...checksOfOpening(lockedChallenges, locked, columns, flagsFollow)
  ])
  await challenge.update(columns, { transaction: tx.transaction })
  if (columns.decoy) await checkDecoys(tx, challenge.id)
  // Known before anybody plays: a first player would wait for all of it.
  if (hasContainer(challenge.type) && (columns.containerImage || columns.composeImages))
    for (const image of imagesOf(challenge)) await queueImagePull(tx, image)
  if (columns.solver) await queueImagePull(tx, columns.solver.image)
  await embedTexts(tx, challenge)
  const difference = diffFields<object>(previous, { ...columns, version: challenge.version })
  if (Object.keys(difference.after).length > 0)
    await tx.audit({ action: 'challenge_updated', target, ...difference })
  await writeEffects(locked, before, update.announce)
  return challenge
}

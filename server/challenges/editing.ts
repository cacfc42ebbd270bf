import { requireActor } from '~/server/access'
import { type Ctx, callerOf } from '~/server/access/contract'
import { embed } from '~/server/assets'
import { changes, checkVersion, type VersionCheck } from '~/server/audit'
import type { MakeChange } from '~/server/change'
import { parseCompose } from '~/server/compose'
import type { ComposeReading } from '~/server/compose/contract'
import type { Database } from '~/server/db'
import type { Games } from '~/server/games'
import { endedBy, endInstances, type Tickets, wantImage } from '~/server/instances'
import { AppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { BulkOutcome } from '~/server/platform/wire'
import { checkSetup, imagesOf, missingPart, setupOf } from './container-setup'
import {
  type ChallengeEdit,
  type ChallengeInfo,
  type ChallengeInput,
  type ChallengeRemoval,
  type ChallengeUpdate,
  hasContainer
} from './contract'
import { editViewOf } from './edit-view'
import type { LockedChallenge, LockedChallenges } from './locked-challenge'
import type { Challenge } from './model'
import { challengeInfos, removalOf } from './queries'
import { columnsOf, shown } from './update'

/** What administrators do to challenges. Each is theirs alone. */
export interface Editing {
  /** By id; an unknown game has none. */
  editList(ctx: Ctx, gameId: number): Promise<ChallengeInfo[]>
  /** @throws AppError `game.not_found`, `challenge.not_found` 404 */
  editOne(ctx: Ctx, gameId: number, id: number): Promise<ChallengeEdit>
  /** A new challenge, disabled. @throws AppError `game.not_found` 404 */
  create(ctx: Ctx, gameId: number, input: ChallengeInput): Promise<ChallengeEdit>
  /**
   * Changes what is given. Enabling puts the challenge on the board and, while the game runs, announces it.
   * @throws AppError `challenge.no_flag`, `challenge.image_missing`, `challenge.endpoint_missing`, what columnsOf() and
   * checkSetup() throw, and `edit.conflict` 409 as checkVersion() says of
   * `update.version`
   */
  update(
    ctx: Ctx,
    gameId: number,
    id: number,
    update: ChallengeUpdate,
    check?: VersionCheck
  ): Promise<ChallengeEdit>
  /**
   * `update` of `isEnabled` for many of a game, in one transaction: those that cannot be enabled stay as they are, each
   * with the code that `update` would throw. @throws AppError `game.not_found` 404
   */
  setEnabled(ctx: Ctx, gameId: number, ids: readonly number[], isEnabled: boolean): Promise<BulkOutcome>
  /**
   * The images of its containers, each once; [] while none is named.
   * @throws AppError `container.not_container_type`; `game.not_found`, `challenge.not_found` 404
   */
  imagesOf(ctx: Ctx, gameId: number, id: number): Promise<string[]>
  /** What a compose text says, or everything that is wrong with it; nothing is stored. */
  readCompose(ctx: Ctx, text: string): ComposeReading
  /** What remove() would take along. @throws AppError `game.not_found`, `challenge.not_found` 404 */
  removal(ctx: Ctx, gameId: number, id: number): Promise<ChallengeRemoval>
  /** Deletes it with its flags, submissions and solves. */
  remove(ctx: Ctx, gameId: number, id: number): Promise<void>
}

interface Needs {
  db: Database
  change: MakeChange
  games: Games
  log: Log
  lockedChallenges: LockedChallenges
  tickets: Pick<Tickets, 'entry'>
}

/** What the challenge holds in the columns that are to be written. */
const valuesOf = <K extends keyof Challenge>(challenge: Challenge, columns: Partial<Pick<Challenge, K>>) =>
  Object.fromEntries(Object.keys(columns).map((key) => [key, challenge[key as K]]))

/** Deletes a challenge with what belongs to it; its instances end when the engine has stopped them. */
async function removeIn({ challenge, tx }: LockedChallenge): Promise<void> {
  const { ctx, transaction } = tx
  const { id, gameId, title, enabled } = challenge
  if (enabled) await tx.append(gameId, [{ kind: 'close', at: ctx.now.getTime(), challengeId: id }])
  // Before the deletion: the events for monitors name it.
  await endInstances(tx, { challengeId: id }, 'challenge_deleted', endedBy(ctx))
  await challenge.destroy({ transaction })
  await tx.audit({ action: 'challenge_deleted', target: `challenge:${id}`, before: { title } })
}

/** Writes what is given, with all that follows from it. @throws AppError as Editing.update */
export async function updateIn(
  { writeEffects, flagCount }: LockedChallenges,
  locked: LockedChallenge,
  update: ChallengeUpdate,
  check?: VersionCheck
): Promise<Challenge> {
  const { challenge, tx } = locked
  const target = `challenge:${challenge.id}`
  const held = challenge.version
  await checkVersion(tx, tx.ctx, target, { ...check, sent: update.version, held })
  const before = shown(challenge)
  const columns = columnsOf(challenge, update)
  const previous = { ...valuesOf(challenge, columns), version: held }
  if (columns.enabled && challenge.type !== 'DynamicContainer' && (await flagCount(locked)) === 0)
    throw new AppError('challenge.no_flag')
  checkSetup({ ...setupOf(challenge), ...columns })
  const missing = missingPart(challenge, columns)
  if (missing) throw new AppError(missing)
  await challenge.update(columns, { transaction: tx.transaction })
  // Known before anybody plays: a first player would wait for all of it.
  if (hasContainer(challenge.type) && (columns.containerImage || columns.composeImages))
    for (const image of imagesOf(challenge)) await wantImage(tx, image)
  await embed(tx, { challengeId: challenge.id }, challenge.content, ...challenge.hints)
  const difference = changes<object>(previous, { ...columns, version: challenge.version })
  await tx.audit({ action: 'challenge_updated', target, ...difference })
  await writeEffects(locked, before)
  return challenge
}

export function createEditing({ db, change, games, log, lockedChallenges, tickets }: Needs): Editing {
  const { challenges, find, changeOne, changeMany } = lockedChallenges

  const view = (ctx: Ctx, challenge: Challenge) =>
    editViewOf(db.pool, challenge, (instance, stored) => tickets.entry(ctx, instance, stored))

  return {
    async editList(ctx, gameId) {
      requireActor(ctx, 'Admin')
      return challengeInfos(db.pool, gameId)
    },

    async editOne(ctx, gameId, id) {
      requireActor(ctx, 'Admin')
      return view(ctx, await find(gameId, id))
    },

    async create(ctx, gameId, { title, category, type }) {
      requireActor(ctx, 'Admin')
      await games.info(gameId)
      const challenge = await change(ctx, {}, async (tx) => {
        const values = { gameId, title: title.trim(), category, type, createdAt: ctx.now }
        const created = await challenges.create(values, { transaction: tx.transaction })
        const target = `challenge:${created.id}`
        await tx.audit({ action: 'challenge_created', target, after: { title, type } })
        return created
      })
      log.info({ game: gameId, challenge: challenge.id, ...callerOf(ctx) }, 'challenge_created')
      return view(ctx, challenge)
    },

    async update(ctx, gameId, id, update, check) {
      requireActor(ctx, 'Admin')
      const changed = await changeOne(ctx, gameId, id, (locked) =>
        updateIn(lockedChallenges, locked, update, check)
      )
      return view(ctx, changed)
    },

    async setEnabled(ctx, gameId, ids, isEnabled) {
      requireActor(ctx, 'Admin')
      return changeMany(ctx, gameId, [...new Set(ids)], async (locked) => {
        if (locked.challenge.enabled !== isEnabled) await updateIn(lockedChallenges, locked, { isEnabled })
      })
    },

    async imagesOf(ctx, gameId, id) {
      requireActor(ctx, 'Admin')
      const challenge = await find(gameId, id)
      if (!hasContainer(challenge.type)) throw new AppError('container.not_container_type')
      return imagesOf(challenge)
    },

    readCompose(ctx, text) {
      requireActor(ctx, 'Admin')
      return parseCompose(text)
    },

    async removal(ctx, gameId, id) {
      requireActor(ctx, 'Admin')
      await games.info(gameId)
      return removalOf(db.pool, gameId, id)
    },

    async remove(ctx, gameId, id) {
      requireActor(ctx, 'Admin')
      await changeOne(ctx, gameId, id, removeIn)
    }
  }
}

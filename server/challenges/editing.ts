import { actorOf } from '~/server/accounts'
import { type Ctx, callerOf } from '~/server/accounts/contract'
import { embed } from '~/server/assets'
import { audit, changes, checkVersion, type VersionCheck } from '~/server/audit'
import { parseCompose } from '~/server/compose'
import type { ComposeReading } from '~/server/compose/contract'
import type { Games } from '~/server/games'
import { endInstances, type Tickets, wantImage } from '~/server/instances'
import { append } from '~/server/ledger'
import type { Caches } from '~/server/platform/cache'
import { type Database, rawOf } from '~/server/platform/db'
import { AppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { columnsOf, shown } from './changes'
import {
  type ChallengeEdit,
  type ChallengeInfo,
  type ChallengeInput,
  type ChallengeRemoval,
  type ChallengeUpdate,
  hasContainer
} from './contract'
import { editViewOf } from './edit-view'
import type { Hold, Holds, Outcome } from './hold'
import type { Challenge } from './model'
import { challengeInfos, removalOf } from './queries'
import { checkSetup, imagesOf, missingPart, setupOf } from './several'

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
  caches: Caches
  games: Games
  log: Log
  holds: Holds
  tickets: Pick<Tickets, 'entry'>
}

/** What the challenge holds in the columns that are to be written. */
const valuesOf = <K extends keyof Challenge>(challenge: Challenge, columns: Partial<Pick<Challenge, K>>) =>
  Object.fromEntries(Object.keys(columns).map((key) => [key, challenge[key as K]]))

/** Deletes a challenge with what belongs to it; what it runs ends by itself once the engine is told. */
async function removeIn({ challenge, transaction, sql }: Hold, ctx: Ctx): Promise<Outcome<void>> {
  const { id, gameId, title, enabled } = challenge
  const events = enabled ? ([{ kind: 'close', at: ctx.now.getTime(), challengeId: id }] as const) : []
  await append(sql, gameId, events)
  // Before it is gone: what monitors are told names it.
  await endInstances(sql, { challengeId: id }, 'challenge_deleted', { at: ctx.now, actorId: ctx.actor?.id })
  await challenge.destroy({ transaction })
  await audit(sql, ctx, { action: 'challenge_deleted', target: `challenge:${id}`, before: { title } })
  return { result: undefined, wakes: events.length > 0 ? ['judge'] : [] }
}

export function createEditing({ db, caches, games, log, holds, tickets }: Needs): Editing {
  const { challenges, find, change, follow, flagCount } = holds

  const view = (ctx: Ctx, challenge: Challenge) =>
    editViewOf(db.pool, challenge, (instance, stored) => tickets.entry(ctx, instance, stored))

  return {
    async editList(ctx, gameId) {
      actorOf(ctx, 'Admin')
      return challengeInfos(db.pool, gameId)
    },

    async editOne(ctx, gameId, id) {
      actorOf(ctx, 'Admin')
      return view(ctx, await find(gameId, id))
    },

    async create(ctx, gameId, { title, category, type }) {
      actorOf(ctx, 'Admin')
      await games.info(gameId)
      const challenge = await db.modelTransaction(async (transaction) => {
        const values = { gameId, title: title.trim(), category, type, createdAt: ctx.now }
        const created = await challenges.create(values, { transaction })
        const target = `challenge:${created.id}`
        await audit(rawOf(transaction), ctx, { action: 'challenge_created', target, after: { title, type } })
        return created
      })
      log.info({ game: gameId, challenge: challenge.id, ...callerOf(ctx) }, 'challenge_created')
      return view(ctx, challenge)
    },

    async update(ctx, gameId, id, update, check) {
      actorOf(ctx, 'Admin')
      const changed = await change(gameId, id, async (hold) => {
        const { challenge, transaction, sql } = hold
        const held = challenge.version
        await checkVersion(sql, ctx, `challenge:${id}`, { ...check, sent: update.version, held })
        const before = shown(challenge)
        const columns = columnsOf(challenge, update)
        const previous = { ...valuesOf(challenge, columns), version: held }
        if (columns.enabled && challenge.type !== 'DynamicContainer' && (await flagCount(hold)) === 0)
          throw new AppError('challenge.no_flag')
        checkSetup({ ...setupOf(challenge), ...columns })
        const missing = missingPart(challenge, columns)
        if (missing) throw new AppError(missing)
        await challenge.update(columns, { transaction })
        // Known before anybody plays: a first player would wait for all of it.
        if (hasContainer(challenge.type) && (columns.containerImage || columns.composeImages))
          for (const image of imagesOf(challenge)) await wantImage(sql, image)
        await embed(sql, { challengeId: id }, challenge.content, ...challenge.hints)
        const difference = changes<object>(previous, { ...columns, version: challenge.version })
        await audit(sql, ctx, { action: 'challenge_updated', target: `challenge:${id}`, ...difference })
        return { result: challenge, wakes: await follow(hold, ctx, before) }
      })
      caches.forget(`challenge:${id}`, `notices:${gameId}`)
      return view(ctx, changed)
    },

    async imagesOf(ctx, gameId, id) {
      actorOf(ctx, 'Admin')
      const challenge = await find(gameId, id)
      if (!hasContainer(challenge.type)) throw new AppError('container.not_container_type')
      return imagesOf(challenge)
    },

    readCompose(ctx, text) {
      actorOf(ctx, 'Admin')
      return parseCompose(text)
    },

    async removal(ctx, gameId, id) {
      actorOf(ctx, 'Admin')
      await games.info(gameId)
      return removalOf(db.pool, gameId, id)
    },

    async remove(ctx, gameId, id) {
      actorOf(ctx, 'Admin')
      await change(gameId, id, (hold) => removeIn(hold, ctx))
      caches.forget(`challenge:${id}`)
    }
  }
}

import { requireInGame, requireInSome } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import type { VersionCheck } from '~/server/audit'
import type { MakeChange } from '~/server/change'
import { parseCompose } from '~/server/compose'
import type { ComposeReading } from '~/server/compose/contract'
import type { Database } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import type { TunnelTickets } from '~/server/instances'
import { AppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { readCategoryColumns } from './category-columns'
import { imagesOf } from './containers/setup'
import {
  type ChallengeEdit,
  type ChallengeInfo,
  type ChallengeInput,
  type ChallengeRemoval,
  type ChallengeUpdate,
  hasContainer
} from './contract'
import { readEditView } from './edit-view'
import type { LockedChallenges } from './locked-challenge'
import type { Challenge } from './model'
import { countChallengeRemoval, listChallengeInfos } from './queries'
import { collectFaults, removeIn, updateIn } from './updating'

export interface Editing {
  editList(ctx: Ctx, gameId: number): Promise<ChallengeInfo[]>
  /** @throws AppError `game.not_found`, `challenge.not_found` 404 */
  editOne(ctx: Ctx, gameId: number, id: number): Promise<ChallengeEdit>
  /** Creates it disabled. @throws AppError `game.not_found` 404, `category.not_found` */
  create(ctx: Ctx, gameId: number, input: ChallengeInput): Promise<ChallengeEdit>
  /**
   * Enabling puts the challenge on the board and announces it while the game runs.
   * @throws AppError `challenge.no_flag`, `challenge.image_missing`, `challenge.endpoint_missing`, `edit.conflict` 409
   * (checkVersion() of `update.version`); those of columnsOf() and checkSetup()
   */
  update(
    ctx: Ctx,
    gameId: number,
    id: number,
    update: ChallengeUpdate,
    check?: VersionCheck
  ): Promise<ChallengeEdit>
  /** Finds faults of a change without making it, for forms that are refused already. Does not check flags and containers. */
  faultsIn(ctx: Ctx, gameId: number, id: number, update: ChallengeUpdate): Promise<AppError[]>
  /** [] when none is named. @throws `container.not_container_type`, `game.not_found`, `challenge.not_found` 404 */
  imagesOf(ctx: Ctx, gameId: number, id: number): Promise<string[]>
  readCompose(ctx: Ctx, text: string): ComposeReading
  /** Counts what remove() would delete. @throws AppError `game.not_found`, `challenge.not_found` 404 */
  removal(ctx: Ctx, gameId: number, id: number): Promise<ChallengeRemoval>
  remove(ctx: Ctx, gameId: number, id: number): Promise<void>
}

interface Needs {
  db: Database
  change: MakeChange
  games: GameAccess
  log: Log
  lockedChallenges: LockedChallenges
  tickets: Pick<TunnelTickets, 'entry'>
}

export function createChallengeEditing({
  db,
  change,
  games,
  log,
  lockedChallenges,
  tickets
}: Needs): Editing {
  const { challenges, find, changeOne } = lockedChallenges

  const view = (ctx: Ctx, challenge: Challenge) =>
    readEditView(db.pool, challenge, (instance, stored) => tickets.entry(ctx, instance, stored))

  return {
    async editList(ctx, gameId) {
      requireInGame(ctx, gameId, 'challenges')
      return listChallengeInfos(db.pool, gameId)
    },

    async editOne(ctx, gameId, id) {
      requireInGame(ctx, gameId, 'challenges')
      return view(ctx, await find(gameId, id))
    },

    async create(ctx, gameId, { title, category, type, customCategoryId }) {
      requireInGame(ctx, gameId, 'challenges')
      await games.info(gameId)
      const challenge = await change(ctx, async (tx) => {
        const own = await readCategoryColumns(tx, { gameId, category }, { customCategoryId })
        const values = { gameId, title: title.trim(), category, type, createdAt: ctx.now, ...own }
        const created = await challenges.create(values, { transaction: tx.transaction })
        const target = `challenge:${created.id}`
        await tx.audit({ action: 'challenge_created', target, after: { title, type } })
        return created
      })
      log.info({ game: gameId, challenge: challenge.id, ...callerLogFields(ctx) }, 'challenge_created')
      return view(ctx, challenge)
    },

    async update(ctx, gameId, id, update, check) {
      requireInGame(ctx, gameId, 'challenges')
      const changed = await changeOne(ctx, gameId, id, (locked) =>
        updateIn(lockedChallenges, locked, update, { check })
      )
      return view(ctx, changed)
    },

    async faultsIn(ctx, gameId, id, update) {
      requireInGame(ctx, gameId, 'challenges')
      return collectFaults(db.pool, ctx, await find(gameId, id), update)
    },

    async imagesOf(ctx, gameId, id) {
      requireInGame(ctx, gameId, 'challenges')
      const challenge = await find(gameId, id)
      if (!hasContainer(challenge.type)) throw new AppError('container.not_container_type')
      return imagesOf(challenge)
    },

    readCompose(ctx, text) {
      requireInSome(ctx, 'challenges')
      return parseCompose(text)
    },

    async removal(ctx, gameId, id) {
      requireInGame(ctx, gameId, 'challenges')
      await games.info(gameId)
      return countChallengeRemoval(db.pool, gameId, id)
    },

    async remove(ctx, gameId, id) {
      requireInGame(ctx, gameId, 'challenges')
      await changeOne(ctx, gameId, id, removeIn)
    }
  }
}

import { requireActor } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import { checkVersion, diffFields } from '~/server/audit'
import type { Change, MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import { AppError, notFound } from '~/server/platform/errors'
import { SEASON_LIMITS } from './constants'
import type { SeasonInput, SeasonUpdate } from './contract'
import { defineSeasons, type Season, type SeasonModels } from './model'
import { countedGames, isGame } from './queries'

const targetOf = (id: number) => `season:${id}`
const refused = (code: string, most = 1) =>
  new AppError(code, 400, { params: { most }, extra: { field: 'game' } })

/** Changes of seasons by administrators; the job updates the standing. */
export interface SeasonEditing {
  /** Creates a season without games. @returns its id @throws AppError `season.limit` 400 */
  create(ctx: Ctx, input: SeasonInput): Promise<number>
  /** @throws AppError `season.not_found` 404, `edit.conflict` 409 */
  update(ctx: Ctx, id: number, input: SeasonUpdate): Promise<void>
  /** @throws AppError `season.not_found` 404 */
  remove(ctx: Ctx, id: number): Promise<void>
  /**
   * Adds a game, or gives it another weight (0.01 to 100).
   * @throws AppError `season.not_found` 404; `season.no_game`, `season.game_limit` 400 (field `game`)
   */
  putGame(ctx: Ctx, id: number, gameId: number, weight: number): Promise<void>
  /** @throws AppError `season.not_found` 404, `game.not_found` 404 when it is not in the season */
  removeGame(ctx: Ctx, id: number, gameId: number): Promise<void>
}

type Work = (tx: Change, season: Season) => Promise<void>
type Before = (tx: Change) => Promise<void>
/** Checks, then works on the locked season, after what `before` locks. */
type Edit = (ctx: Ctx, id: number, work: Work, before?: Before) => Promise<void>

const editing =
  ({ seasons }: SeasonModels, change: MakeChange): Edit =>
  async (ctx, id, work, before) => {
    requireActor(ctx, 'Admin')
    await change(ctx, async (tx) => {
      await before?.(tx)
      const { transaction } = tx
      const rejectOnEmpty = notFound('season.not_found')
      const season = await seasons.findByPk(id, { transaction, lock: transaction.LOCK.UPDATE, rejectOnEmpty })
      await work(tx, season)
      tx.invalidate('seasons')
    })
  }

/** Games of a season; each change is a version of it, which its standing is made from. */
function gameEditing({ games }: SeasonModels, edit: Edit): Pick<SeasonEditing, 'putGame' | 'removeGame'> {
  return {
    putGame: (ctx, id, gameId, weight) =>
      edit(ctx, id, async (tx, season) => {
        const { transaction } = tx
        const value = { weight: Math.round(weight * 100) }
        const key = { seasonId: id, gameId }
        const held = await games.findOne({ where: key, transaction })
        if (!held) {
          if (!(await isGame(tx, gameId))) throw refused('season.no_game')
          if ((await games.count({ where: { seasonId: id }, transaction })) >= SEASON_LIMITS.games)
            throw refused('season.game_limit', SEASON_LIMITS.games)
          await games.create({ ...key, ...value }, { transaction })
        } else await held.update(value, { transaction })
        const version = season.version + 1
        await season.update({ version }, { transaction })
        const after = { game: gameId, weight, version }
        await tx.audit({ action: 'season_game_set', target: targetOf(id), after })
      }),

    removeGame: (ctx, id, gameId) =>
      edit(ctx, id, async (tx, season) => {
        const { transaction } = tx
        const gone = await games.destroy({ where: { seasonId: id, gameId }, transaction })
        if (gone === 0) throw notFound('game.not_found')
        const version = season.version + 1
        await season.update({ version }, { transaction })
        const removed = { before: { game: gameId }, after: { version } }
        await tx.audit({ action: 'season_game_removed', target: targetOf(id), ...removed })
      })
  }
}

export function createSeasonEditing({ db, change }: { db: Database; change: MakeChange }): SeasonEditing {
  const models = defineSeasons(db.sequelize)
  const { seasons } = models
  const edit = editing(models, change)
  return {
    async create(ctx, input) {
      requireActor(ctx, 'Admin')
      // The lock of settings, so that two who create at once are counted one after the other.
      return change(ctx, { settings: true }, async (tx) => {
        const { transaction } = tx
        if ((await seasons.count({ transaction })) >= SEASON_LIMITS.seasons)
          throw new AppError('season.limit', 400, { params: { most: SEASON_LIMITS.seasons } })
        const { id } = await seasons.create({ ...input, createdAt: ctx.now }, { transaction })
        await tx.audit({ action: 'season_created', target: targetOf(id), after: { ...input } })
        tx.invalidate('seasons')
        return id
      })
    },

    update: (ctx, id, { version: sent, ...input }) =>
      edit(ctx, id, async (tx, season) => {
        await checkVersion(tx, ctx, targetOf(id), { sent, held: season.version })
        const { title, formula, placePoints, best, version } = season
        const before = { title, formula, placePoints, best, version }
        const after = { ...input, version: version + 1 }
        await season.update(after, { transaction: tx.transaction })
        await tx.audit({ action: 'season_updated', target: targetOf(id), ...diffFields(before, after) })
      }),

    remove: (ctx, id) =>
      edit(
        ctx,
        id,
        async (tx, season) => {
          await season.destroy({ transaction: tx.transaction })
          await tx.audit({ action: 'season_deleted', target: targetOf(id), before: { title: season.title } })
        },
        // Deletions of games and teams take these too, and delete the same rows.
        async (tx) => tx.lock({ ledger: await countedGames(tx, id) })
      ),

    ...gameEditing(models, edit)
  }
}

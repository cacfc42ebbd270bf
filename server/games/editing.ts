import type { Transaction } from 'sequelize'
import { actorOf } from '~/server/accounts'
import { type Ctx, callerOf } from '~/server/accounts/contract'
import { embed } from '~/server/assets'
import { audit, changes, checkVersion, type VersionCheck } from '~/server/audit'
import { append, lock } from '~/server/ledger'
import type { WakeReason } from '~/server/ledger/contract'
import type { Caches } from '~/server/platform/cache'
import { type Database, rawOf } from '~/server/platform/db'
import { notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { wireTime } from '~/server/platform/time'
import type { Vault } from '~/server/platform/vault'
import { defined } from '~/server/platform/wire'
import { bloodBonusOf, type GameFigures, type GameInfo, type GameInput, type GameUpdate } from './contract'
import { newKeys } from './keys'
import { defineGame, type Game } from './model'
import { figuresOf } from './queries'

/** What administrators do to games. */
export interface Editing {
  /** Creates a game with its key pair. */
  create(ctx: Ctx, input: GameInput): Promise<GameInfo>
  /** The same inside the caller's transaction, who forgets `games` and wakes scoring after the commit; answers its id. */
  createIn(transaction: Transaction, ctx: Ctx, input: GameInput): Promise<number>
  /** Highest id first. */
  editList(
    ctx: Ctx,
    page: { count: number; skip: number }
  ): Promise<{ data: GameInfo[]; length: number; total: number }>
  /** How much there is in each of the games. */
  figures(ctx: Ctx, ids: number[]): Promise<GameFigures[]>
  /** @throws AppError `game.not_found` 404 */
  editOne(ctx: Ctx, id: number): Promise<GameInfo>
  /**
   * Changes what is given; null divisions are kept.
   * @throws AppError `game.not_found` 404, `edit.conflict` 409 as checkVersion() says of `input.version`
   */
  update(ctx: Ctx, id: number, input: GameUpdate, check?: VersionCheck): Promise<GameInfo>
}

export interface EditingNeeds {
  db: Database
  caches: Caches
  vault: Vault
  log: Log
  /** Tells scoring, after the commit, that a game changed. */
  wake(gameId: number, reason: WakeReason): void
}

function info(game: Game): GameInfo {
  return {
    id: game.id,
    title: game.title,
    hidden: game.hidden,
    summary: game.summary,
    content: game.content,
    acceptWithoutReview: game.acceptWithoutReview,
    writeupRequired: game.writeupRequired,
    inviteCode: game.inviteCode,
    organizations: game.divisions,
    teamMemberCountLimit: game.memberLimit,
    containerCountLimit: game.containerLimit,
    poster: game.posterHash ? `/assets/${game.posterHash}/poster` : null,
    publicKey: game.publicKey,
    practiceMode: game.practiceMode,
    start: wireTime(game.startAt),
    end: wireTime(game.endAt),
    writeupDeadline: wireTime(game.writeupDeadline),
    writeupNote: game.writeupNote,
    bloodBonus: game.bloodBonus,
    version: game.version
  }
}

/** A game to write with nothing left open. */
type WholeGame = GameInput & { inviteCode: string | null; writeupDeadline: Date }

const columns = (input: WholeGame) => ({
  title: input.title.trim(),
  divisions: input.organizations ?? [],
  summary: input.summary,
  content: input.content,
  hidden: input.hidden,
  startAt: input.start,
  endAt: input.end,
  inviteCode: input.inviteCode,
  memberLimit: input.teamMemberCountLimit,
  containerLimit: input.containerCountLimit,
  acceptWithoutReview: input.acceptWithoutReview,
  practiceMode: input.practiceMode,
  writeupRequired: input.writeupRequired,
  writeupDeadline: input.writeupDeadline,
  writeupNote: input.writeupNote,
  bloodBonus: input.bloodBonus
})

/** The game with the change in it. */
function changed(game: Game, input: GameUpdate): WholeGame {
  const { writeupDeadline, divisions } = game
  const given = { ...defined(input), organizations: input.organizations ?? divisions }
  return { ...info(game), writeupDeadline, ...given, start: input.start, end: input.end }
}

/** The ledger's entry for a packed bonus, which the contract has checked. */
const bonusEvent = (packed: number, now: Date) => ({
  kind: 'bonus' as const,
  at: now.getTime(),
  payload: bloodBonusOf(packed)!
})

export function createEditing({ db, caches, vault, log, wake }: EditingNeeds): Editing {
  const games = defineGame(db.sequelize)

  const known = (id: number) => games.findByPk(id, { rejectOnEmpty: notFound('game.not_found') })

  const make = async (transaction: Transaction, ctx: Ctx, input: GameInput): Promise<Game> => {
    const { inviteCode = null, writeupDeadline = ctx.now } = input
    const values = { ...columns({ ...input, inviteCode, writeupDeadline }), ...newKeys(vault) }
    const created = await games.create({ ...values, createdAt: ctx.now }, { transaction })
    const sql = rawOf(transaction)
    await append(sql, created.id, [bonusEvent(created.bloodBonus, ctx.now)])
    await embed(sql, { gameId: created.id }, created.content, created.writeupNote)
    await audit(sql, ctx, {
      action: 'game_created',
      target: `game:${created.id}`,
      after: { title: created.title }
    })
    return created
  }

  return {
    async create(ctx, input) {
      actorOf(ctx, 'Admin')
      const game = await db.modelTransaction((transaction) => make(transaction, ctx, input))
      caches.forget('games')
      wake(game.id, 'judge')
      log.info({ game: game.id, ...callerOf(ctx) }, 'game_created')
      return info(game)
    },

    async createIn(transaction, ctx, input) {
      actorOf(ctx, 'Admin')
      return (await make(transaction, ctx, input)).id
    },

    async editList(ctx, { count, skip }) {
      actorOf(ctx, 'Admin')
      const { rows, count: total } = await games.findAndCountAll({
        order: [['id', 'DESC']],
        limit: count,
        offset: skip
      })
      return { data: rows.map(info), length: rows.length, total }
    },

    async figures(ctx, ids) {
      actorOf(ctx, 'Admin')
      return figuresOf(db.pool, ids)
    },

    async editOne(ctx, id) {
      actorOf(ctx, 'Admin')
      return info(await known(id))
    },

    async update(ctx, id, input, check) {
      actorOf(ctx, 'Admin')
      await known(id)
      const { game, bonusChanged } = await db.modelTransaction(async (transaction) => {
        const sql = rawOf(transaction)
        // The ledger's lock comes first everywhere, so that writers and the judge never wait for each other in a ring.
        await lock(sql, id)
        const found = await games.findByPk(id, { transaction, rejectOnEmpty: notFound('game.not_found') })
        await checkVersion(sql, ctx, `game:${id}`, { ...check, sent: input.version, held: found.version })
        const before = info(found)
        await found.update(columns(changed(found, input)), { transaction })
        await embed(sql, { gameId: id }, found.content, found.writeupNote)
        const bonusChanged = before.bloodBonus !== found.bloodBonus
        if (bonusChanged) await append(sql, id, [bonusEvent(found.bloodBonus, ctx.now)])
        const difference = changes(before, info(found))
        await audit(sql, ctx, { action: 'game_updated', target: `game:${id}`, ...difference })
        return { game: found, bonusChanged }
      })
      caches.forget('games', `game:${id}`)
      // Titles and times are refreshed; a changed bonus is in the ledger.
      wake(id, 'refresh')
      if (bonusChanged) wake(id, 'judge')
      return info(game)
    }
  }
}

import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'sequelize'
import type { Ctx } from '~/server/access/contract'
import type { Change, Locks, MakeChange } from '~/server/change'
import { type Database, row, time } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import { type GamePhase, gamePhase } from '~/server/games/contract'
import { endedBy, endInstances } from '~/server/instances'
import { insertNotices } from '~/server/notices'
import { isAppError, notFound } from '~/server/platform/errors'
import type { BulkOutcome } from '~/server/platform/wire'
import {
  boardFields,
  challengeNotices,
  challengeScoreEvents,
  noticeFields,
  type Shown,
  sameCurve
} from './columns'
import { type Challenge, defineChallenges } from './model'
import type { ChallengePlugins } from './plugin-columns'
import { countShownSolvers } from './shown-solvers'
import { withVersion } from './versions/record'

const TIMES = { start: time, end: time }

export interface LockedChallenge {
  challenge: Challenge
  tx: Change
}

export interface LockedChallengesNeeds {
  db: Database
  games: GameAccess
  change: MakeChange
  plugins: ChallengePlugins
}

/** The models of challenges, and the only way to change them. */
export interface LockedChallenges extends ReturnType<typeof defineChallenges> {
  plugins: ChallengePlugins
  /** @throws AppError `game.not_found`, `challenge.not_found` 404 */
  find(gameId: number, id: number): Promise<Challenge>
  /** Changes one under the ledger's lock, so never beside the judge, and keeps a version. `brief`: see `Locks`. */
  changeOne<T>(
    ctx: Ctx,
    gameId: number,
    id: number,
    work: (locked: LockedChallenge) => Promise<T>,
    options?: Pick<Locks, 'brief'>
  ): Promise<T>
  /**
   * Changes several challenges in one transaction. If one is refused, only its change is undone, and `refused` gets its code;
   * other errors undo all. Work that returns false needed no change.
   * @throws `game.not_found` 404
   */
  changeMany(
    ctx: Ctx,
    gameId: number,
    ids: readonly number[],
    work: (locked: LockedChallenge) => Promise<unknown>
  ): Promise<BulkOutcome>
  /** Appends entries and notices, and ends instances of a disabled one. `announce`: docs/rules/news.md#changes. */
  writeEffects(locked: LockedChallenge, before: Shown, announce?: boolean | null): Promise<void>
  flagCount(locked: LockedChallenge): Promise<number>
}

/** Does not use games.info(), which would take a second connection. */
async function phaseWithin(tx: Change, gameId: number): Promise<GamePhase> {
  const game = await row(tx, TIMES, 'SELECT start_at AS start, final_at AS "end" FROM games WHERE id = $1', [
    gameId
  ])
  return gamePhase(game!, tx.ctx.now)
}

export function createLockedChallenges({
  db,
  games,
  change,
  plugins
}: LockedChallengesNeeds): LockedChallenges {
  const models = defineChallenges(db.sequelize)

  const one = (gameId: number, id: number, transaction?: Transaction): Promise<Challenge> => {
    const rejectOnEmpty = notFound('challenge.not_found')
    return models.challenges.findOne({ where: { id, gameId }, transaction, rejectOnEmpty })
  }

  const find: LockedChallenges['find'] = async (gameId, id) => {
    await games.info(gameId)
    return one(gameId, id)
  }

  return {
    ...models,
    plugins,
    find,

    async changeOne(ctx, gameId, id, work, options = {}) {
      await find(gameId, id)
      return change(ctx, { ledger: gameId, ...options }, async (tx) => {
        tx.invalidate(`challenge:${id}`)
        const challenge = await one(gameId, id, tx.transaction)
        return withVersion(tx, id, () => work({ challenge, tx }))
      })
    },

    async changeMany(ctx, gameId, ids, work) {
      await games.info(gameId)
      const refused: BulkOutcome['refused'] = []
      let same = 0
      await change(ctx, { ledger: gameId, long: true }, async (tx) => {
        for (const id of ids) {
          await tx.query('SAVEPOINT one')
          try {
            tx.invalidate(`challenge:${id}`)
            const challenge = await one(gameId, id, tx.transaction)
            if ((await withVersion(tx, id, () => work({ challenge, tx }))) === false) same++
            await tx.query('RELEASE SAVEPOINT one')
          } catch (error) {
            if (!isAppError(error)) throw error
            await tx.query('ROLLBACK TO SAVEPOINT one')
            refused.push({ id, code: error.code })
          }
        }
      })
      return { done: ids.length - refused.length, ...(same > 0 && { same }), refused }
    },

    async writeEffects({ challenge, tx }, before, announce = null) {
      const { gameId } = challenge
      const { now } = tx.ctx
      const after = noticeFields(challenge)
      await tx.append(gameId, challengeScoreEvents(challenge.id, before, after, now.getTime()))
      // Test instances go on: they exist for disabled challenges.
      if (before.enabled && !after.enabled)
        await endInstances(
          tx,
          { challengeId: challenge.id, kind: 'team' },
          'challenge_disabled',
          endedBy(tx.ctx)
        )
      const running = (await phaseWithin(tx, gameId)) === 'running'
      const { announced } = challenge
      const told = running && announce && before.enabled && after.enabled && !sameCurve(before, after)
      const solvers = told ? await countShownSolvers(tx, challenge.id) : 0
      const notices = running ? challengeNotices(before, after, { announced, announce, solvers }) : []
      // Players see or have seen it.
      if (running && before.enabled !== after.enabled && !challenge.announced)
        await tx.query('UPDATE challenges SET announced = true WHERE id = $1', [challenge.id])
      await insertNotices(tx, gameId, now, notices)
      if (notices.length > 0) {
        tx.invalidate(`notices:${gameId}`)
        tx.notifyScoring(gameId, 'judge')
      }
      const renamed = !isDeepStrictEqual(boardFields(before), boardFields(after))
      if (renamed && after.enabled) tx.notifyScoring(gameId, 'refresh')
    },

    flagCount: ({ challenge, tx: { transaction } }) =>
      models.flags.count({ where: { challengeId: challenge.id }, transaction })
  }
}

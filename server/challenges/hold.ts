import type { Transaction } from 'sequelize'
import type { Ctx } from '~/server/accounts/contract'
import type { Games } from '~/server/games'
import { type GameFacts, phaseOf } from '~/server/games/contract'
import { endInstances } from '~/server/instances'
import { append, lock } from '~/server/ledger'
import type { WakeReason } from '~/server/ledger/contract'
import { insertNotices } from '~/server/notices'
import { type Database, rawOf, type Sql } from '~/server/platform/db'
import { notFound } from '~/server/platform/errors'
import { noticesOf, type Shown, scoreEvents, shown } from './changes'
import { type Challenge, defineChallenges } from './model'

/** A challenge inside its transaction, the ledger of its game locked. */
export interface Hold {
  challenge: Challenge
  transaction: Transaction
  sql: Sql
}

/** What a change gives, and what scoring has to hear of after the commit. */
export interface Outcome<T> {
  result: T
  wakes: WakeReason[]
}

export interface HoldNeeds {
  db: Database
  games: Games
  /** Tells scoring, after the commit, that a game changed. */
  wake(gameId: number, reason: WakeReason): void
}

/** The tables of challenges, and the one way in which they are changed. */
export interface Holds extends ReturnType<typeof defineChallenges> {
  /** @throws AppError `game.not_found`, `challenge.not_found` 404 */
  find(gameId: number, id: number): Promise<Challenge>
  /** One change of a challenge at a time in a game, and never beside the judge (ledger, lock). */
  change<T>(gameId: number, id: number, work: (hold: Hold) => Promise<Outcome<T>>): Promise<T>
  /** Writes the ledger entries and notices of a change that was just written, and ends what a closed challenge runs. */
  follow(hold: Hold, ctx: Ctx, before: Shown): Promise<WakeReason[]>
  flagCount(hold: Hold): Promise<number>
}

export function createHolds({ db, games, wake }: HoldNeeds): Holds {
  const models = defineChallenges(db.sequelize)

  const one = (gameId: number, id: number, transaction?: Transaction): Promise<Challenge> => {
    const rejectOnEmpty = notFound('challenge.not_found')
    return models.challenges.findOne({ where: { id, gameId }, transaction, rejectOnEmpty })
  }

  const find: Holds['find'] = async (gameId, id) => {
    await games.info(gameId)
    return one(gameId, id)
  }

  return {
    ...models,
    find,

    async change(gameId, id, work) {
      await find(gameId, id)
      const { result, wakes } = await db.modelTransaction(async (transaction) => {
        const sql = rawOf(transaction)
        await lock(sql, gameId)
        return work({ challenge: await one(gameId, id, transaction), transaction, sql })
      })
      for (const reason of wakes) wake(gameId, reason)
      return result
    },

    async follow({ challenge, sql }, ctx, before) {
      const { gameId } = challenge
      const after = shown(challenge)
      const events = scoreEvents(challenge.id, before, after, ctx.now.getTime())
      await append(sql, gameId, events)
      // Tests live on: they are there for challenges that nobody may play.
      if (before.enabled && !after.enabled)
        await endInstances(sql, { challengeId: challenge.id, kind: 'team' }, 'challenge_disabled', {
          at: ctx.now,
          actorId: ctx.actor?.id
        })
      // Not games.info(): all other connections may be waiting for the ledger that this one holds.
      const { rows } = await sql.query<Pick<GameFacts, 'start' | 'end'>>(
        'SELECT start_at AS start, end_at AS "end" FROM games WHERE id = $1',
        [gameId]
      )
      const notices = phaseOf(rows[0]!, ctx.now) === 'running' ? noticesOf(before, after) : []
      await insertNotices(sql, gameId, ctx.now, notices)
      const renamed = before.title !== after.title || before.category !== after.category
      const wakes: WakeReason[] = events.length > 0 || notices.length > 0 ? ['judge'] : []
      return renamed && after.enabled ? [...wakes, 'refresh'] : wakes
    },

    flagCount: ({ challenge, transaction }) =>
      models.flags.count({ where: { challengeId: challenge.id }, transaction })
  }
}

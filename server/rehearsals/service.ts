import { requireInGame } from '~/server/access'
import { type Ctx, callerLogFields, callerUserId } from '~/server/access/contract'
import { bool, number, row } from '~/server/db'
import { AppError, notFound } from '~/server/platform/errors'
import { uuid7 } from '~/server/platform/ids'
import { publish } from '~/server/platform/redis'
import { REHEARSAL_LIMITS } from './constants'
import { REHEARSAL_CHANNEL, type RehearsalInput, type RehearsalView } from './contract'
import { defineRehearsal } from './model'
import type { RehearsalNeeds } from './needs'
import { dropSurplus, listRehearsals } from './queries'
import { createRehearsalWorkStore, type RehearsalWorkStore } from './work'

/** Dress rehearsals of a game (docs/rules/rehearsals.md). Administrators only. */
export interface Rehearsals {
  /** The last five, newest first. @throws AppError `game.not_found` 404 */
  list(ctx: Ctx, gameId: number): Promise<RehearsalView[]>
  /**
   * Has jobs rehearse the game. While one waits or runs, it is returned, and nothing is started.
   * @throws AppError `game.not_found` 404, `rehearsal.limit` 400
   */
  start(ctx: Ctx, gameId: number, input: RehearsalInput): Promise<RehearsalView>
  /** Ends the one that waits or runs; what it found so far is kept. @throws AppError `game.not_found`, `rehearsal.none` 404 */
  stop(ctx: Ctx, gameId: number): Promise<RehearsalView>
  /** For the process that plays the run. */
  work: RehearsalWorkStore
}

export function createRehearsals(needs: RehearsalNeeds): Rehearsals {
  const { db, change, redis, log } = needs
  const rehearsals = defineRehearsal(db.sequelize)

  const known = async (gameId: number) => {
    const game = await row(db.pool, {}, 'SELECT FROM games WHERE id = $1 AND rehearsal IS NULL', [gameId])
    if (!game) throw notFound('game.not_found')
  }

  const newest = async (gameId: number): Promise<RehearsalView> => {
    const [first] = await listRehearsals(db.pool, gameId, 1)
    if (!first) throw notFound('rehearsal.none')
    return first
  }

  /** Without Redis, jobs find the run within seconds. */
  const notifyJobs = () =>
    publish(redis, REHEARSAL_CHANNEL, '', (err) => log.warn({ err }, 'rehearsal_job_not_notified'))

  return {
    work: createRehearsalWorkStore(needs),

    async list(ctx, gameId) {
      requireInGame(ctx, gameId, 'rehearsals')
      await known(gameId)
      return listRehearsals(db.pool, gameId, REHEARSAL_LIMITS.kept)
    },

    async start(ctx, gameId, { teams }) {
      requireInGame(ctx, gameId, 'rehearsals')
      await known(gameId)
      const started = await change(ctx, { rehearsals: true, ledger: gameId }, async (tx) => {
        const live = await row(
          tx,
          { all: number, own: bool },
          `SELECT count(*)::int AS "all", coalesce(bool_or(game_id = $1), false) AS own
           FROM rehearsals WHERE state IN ('waiting', 'running')`,
          [gameId]
        )
        if (live!.own) return false
        if (live!.all >= REHEARSAL_LIMITS.live)
          throw new AppError('rehearsal.limit', 400, { params: { max: REHEARSAL_LIMITS.live } })
        const { transaction } = tx
        const id = uuid7(ctx.now)
        await rehearsals.create(
          { id, gameId, teams, requestedBy: callerUserId(ctx), requestedAt: ctx.now },
          { transaction }
        )
        await dropSurplus(tx, gameId, REHEARSAL_LIMITS.kept)
        await tx.audit({ action: 'rehearsal_started', target: `game:${gameId}`, after: { teams } })
        tx.after(notifyJobs)
        return true
      })
      if (started) log.info({ game: gameId, ...callerLogFields(ctx) }, 'rehearsal_started')
      return newest(gameId)
    },

    async stop(ctx, gameId) {
      requireInGame(ctx, gameId, 'rehearsals')
      await known(gameId)
      await change(ctx, { rehearsals: true }, async (tx) => {
        const { rowCount } = await tx.query(
          `UPDATE rehearsals SET stopping = true,
             ended_at = CASE state WHEN 'waiting' THEN now() END,
             state = CASE state WHEN 'waiting' THEN 'stopped' ELSE state END
           WHERE game_id = $1 AND state IN ('waiting', 'running') AND NOT stopping`,
          [gameId]
        )
        if (!rowCount) throw notFound('rehearsal.none')
        await tx.audit({ action: 'rehearsal_stopped', target: `game:${gameId}` })
        tx.after(notifyJobs)
      })
      log.info({ game: gameId, ...callerLogFields(ctx) }, 'rehearsal_stopped')
      return newest(gameId)
    }
  }
}

import { refuseOwn, requireInGame } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import { correctByExtraTime, dropLateFreeze } from '~/server/corrections'
import { type Database, nullable, number, row, rows, type Sql, text, time } from '~/server/db'
import { endSql, type GameAccess } from '~/server/games/contract'
import { AppError, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { MINUTE_MS, wireTime } from '~/server/platform/time'
import type { ExtraTimeInput, ExtraTimeList, ExtraTimeView } from './contract'

/**
 * Gives single teams extra time, which nobody else is told of (docs/rules/participation.md#extra-time). Owners and referees only.
 */
export interface ExtraTimes {
  /** Lists extra times by name of the team. @throws AppError `game.not_found` 404 */
  list(ctx: Ctx, gameId: number, part: { count: number; skip: number }): Promise<ExtraTimeList>
  /**
   * Replaces what the team has. Solves between the end before and the new one come or go.
   * @throws AppError `game.not_found`, `participation.not_found` 404, `game.own_team` 403
   */
  give(ctx: Ctx, gameId: number, participationId: number, input: ExtraTimeInput): Promise<ExtraTimeView>
  /** @throws AppError as `give`; `extra_time.none` 400 when the team has none */
  take(ctx: Ctx, gameId: number, participationId: number): Promise<void>
}

interface Needs {
  db: Database
  change: MakeChange
  games: GameAccess
  log: Log
}

const VIEW = { participationId: number, teamId: number, name: text, ms: number, end: time, reason: text }

/** $1 the game. */
const GIVEN = `SELECT p.id AS "participationId", t.id AS "teamId", t.name, p.extra_ms AS ms, ${endSql('g', 'p')} AS "end",
    coalesce(p.extra_reason, '') AS reason
  FROM participations p JOIN teams t ON t.id = p.team_id JOIN games g ON g.id = p.game_id
  WHERE p.game_id = $1 AND p.extra_ms > 0`

const minutesOf = (ms: number) => Math.ceil(ms / MINUTE_MS)

async function viewsOf(sql: Sql, more: string, values: unknown[]): Promise<ExtraTimeView[]> {
  const found = await rows(sql, VIEW, `${GIVEN} ${more}`, values)
  return found.map(({ teamId, name, ms, end, ...one }) => ({
    ...one,
    team: { id: teamId, name },
    minutes: minutesOf(ms),
    end: wireTime(end)
  }))
}

export function createExtraTimes({ db, change, games, log }: Needs): ExtraTimes {
  /** `reason`: null takes it away. Neither audit nor log have it, which are kept: it may tell of somebody's health. */
  const set = async (
    tx: Change,
    gameId: number,
    participationId: number,
    ms: number,
    reason: string | null
  ) => {
    const before = await row(
      tx,
      { ms: number, reason: nullable(text) },
      `SELECT extra_ms AS ms, extra_reason AS reason FROM participations WHERE id = $1 AND game_id = $2 FOR UPDATE`,
      [participationId, gameId]
    )
    if (!before) throw notFound('participation.not_found')
    await refuseOwn(tx, tx.ctx, [participationId])
    if (reason === null && before.ms === 0) throw new AppError('extra_time.none')
    if (before.ms === ms && before.reason === reason) return
    await tx.query('UPDATE participations SET extra_ms = $2, extra_reason = $3 WHERE id = $1', [
      participationId,
      ms,
      reason
    ])
    const moved = await correctByExtraTime(tx, gameId, participationId)
    await dropLateFreeze(tx, gameId)
    await tx.audit({
      action: 'extra_time_changed',
      target: `participation:${participationId}`,
      before: { game: gameId, minutes: minutesOf(before.ms) },
      after: { minutes: minutesOf(ms), ...moved }
    })
    tx.invalidate(`game:${gameId}`, `participation:${participationId}`)
  }

  const changed = async (ctx: Ctx, gameId: number, participationId: number, input: ExtraTimeInput | null) => {
    requireInGame(ctx, gameId, 'corrections')
    await games.info(gameId)
    const [ms, reason] = input ? [input.minutes * MINUTE_MS, input.reason] : [0, null]
    await change(ctx, { ledger: gameId }, (tx) => set(tx, gameId, participationId, ms, reason))
    log.info(
      { game: gameId, participation: participationId, minutes: input?.minutes ?? 0, ...callerLogFields(ctx) },
      'extra_time_changed'
    )
  }

  return {
    async list(ctx, gameId, { count, skip }) {
      requireInGame(ctx, gameId, 'corrections')
      await games.info(gameId)
      const [data, counted] = await Promise.all([
        viewsOf(db.pool, 'ORDER BY t.name, p.id LIMIT $2 OFFSET $3', [gameId, count, skip]),
        row(
          db.pool,
          { n: number },
          'SELECT count(*)::int AS n FROM participations WHERE game_id = $1 AND extra_ms > 0',
          [gameId]
        )
      ])
      return { total: counted!.n, data }
    },

    async give(ctx, gameId, participationId, input) {
      await changed(ctx, gameId, participationId, input)
      const [given] = await viewsOf(db.pool, 'AND p.id = $2', [gameId, participationId])
      if (!given) throw notFound('participation.not_found')
      return given
    },

    take: (ctx, gameId, participationId) => changed(ctx, gameId, participationId, null)
  }
}

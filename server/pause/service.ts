import { requireInGame } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import { type Database, nullable, number, oneOf, row, rows, type Sql, text, time } from '~/server/db'
import type { Instances } from '~/server/instances'
import { changeNotice, insertNotices } from '~/server/notices'
import type { NoticeChange } from '~/server/notices/contract'
import { AppError, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { wireTime } from '~/server/platform/time'
import { MAX_MOVES, MAX_PAUSE_MS, PAUSE_MOVES, type PauseInput, type PauseMoves } from './contract'

/** Pauses a running game and delays what lies ahead (docs/rules/games.md#pause). */
export interface Pausing {
  /**
   * Pauses a game or changes its pause.
   * @throws `game.not_found` 404, `game.pause_outside`, `game.pause_until` (field `until`) 400
   */
  pause(ctx: Ctx, gameId: number, input: PauseInput): Promise<void>
  /**
   * Returns the times that a pause until then would delay; changes nothing. Running instances are not listed.
   * @throws as `pause`
   */
  preview(ctx: Ctx, gameId: number, until: Date): Promise<PauseMoves>
  /** @throws AppError `game.not_found` 404, `game.not_paused` 400 */
  resume(ctx: Ctx, gameId: number): Promise<void>
}

interface Needs {
  db: Database
  change: MakeChange
  instances: Pick<Instances, 'moveEnds'>
  log: Log
}

const GAME = {
  start: time,
  end: time,
  pausedAt: nullable(time),
  pausedUntil: nullable(time),
  freeze: nullable(time),
  now: time
}

/** Reads the database's time; ledger and intake locks ensure that no later flag arrives. */
async function gameOf(sql: Sql, id: number) {
  const found = await row(
    sql,
    GAME,
    `SELECT start_at AS start, final_at AS "end", paused_at AS "pausedAt", paused_until AS "pausedUntil",
       CASE WHEN revealed_at IS NULL THEN freeze_at END AS freeze,
       date_trunc('milliseconds', clock_timestamp()) AS now
     FROM games WHERE id = $1`,
    [id]
  )
  if (!found) throw notFound('game.not_found')
  const { pausedAt, pausedUntil, now } = found
  const current =
    pausedAt && pausedUntil && now < pausedUntil ? { since: pausedAt, until: pausedUntil } : null
  return { ...found, current }
}

/** How long what lies ahead is delayed. @throws AppError `game.pause_outside`, `game.pause_until` */
function delayOf({ start, end, now, current }: Awaited<ReturnType<typeof gameOf>>, until: Date): number {
  if (now < start || now >= end) throw new AppError('game.pause_outside')
  const ms = until.getTime() - now.getTime()
  if (ms <= 0 || ms > MAX_PAUSE_MS) throw new AppError('game.pause_until', 400, { extra: { field: 'until' } })
  return until.getTime() - (current?.until ?? now).getTime()
}

const AHEAD = { what: oneOf(PAUSE_MOVES), name: nullable(text), at: time, total: number }

/** SQL: the times that MOVE_GAME, MOVE_TIMES and MOVE_HINTS change. */
const AHEAD_OF_GAME = `
  SELECT what, name, at, count(*) OVER ()::int AS total FROM (
    SELECT 'end' AS what, NULL AS name, end_at AS at FROM games WHERE id = $1
    UNION ALL SELECT 'division', d.key, d.value::timestamptz FROM games, jsonb_each_text(division_ends) d WHERE id = $1
    UNION ALL SELECT 'freeze', NULL, freeze_at FROM games WHERE id = $1 AND revealed_at IS NULL
    UNION ALL SELECT 'writeup', NULL, writeup_deadline FROM games WHERE id = $1 AND writeup_required
    UNION ALL SELECT 'release', title, release_at FROM challenges WHERE game_id = $1
    UNION ALL SELECT 'close', title, closes_at FROM challenges WHERE game_id = $1
    UNION ALL SELECT 'hint', title, (h ->> 'availableAt')::timestamptz
      FROM challenges, jsonb_array_elements(priced_hints) h WHERE game_id = $1
  ) a WHERE at > $2 ORDER BY at, what, name LIMIT $3`

const MOVED = (column: string) =>
  `CASE WHEN ${column} > $2 THEN greatest($2, ${column} + $3 * interval '1 millisecond') ELSE ${column} END`

const MOVED_ENDS = `(SELECT coalesce(jsonb_object_agg(name, to_char(${MOVED('at::timestamptz')} AT TIME ZONE 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), '{}') FROM jsonb_each_text(division_ends) e (name, at))`

/** SQL: moves ends of teams that play on after the regular end, which does not move any more. Run it before MOVE_GAME. */
const MOVE_EXTRA = `
  UPDATE participations p SET extra_ms = extract(epoch FROM ${MOVED("(g.end_at + p.extra_ms * interval '1 millisecond')")} - g.end_at) * 1000
  FROM games g WHERE g.id = $1 AND p.game_id = g.id AND p.extra_ms > 0 AND g.end_at <= $2`

const MOVE_GAME = `
  UPDATE games SET paused_at = $4, paused_until = $5, pause_reason = $6, version = version + 1,
    end_at = ${MOVED('end_at')}, division_ends = ${MOVED_ENDS}, writeup_deadline = ${MOVED('writeup_deadline')},
    freeze_at = CASE WHEN revealed_at IS NULL THEN ${MOVED('freeze_at')} ELSE freeze_at END
  WHERE id = $1 RETURNING announced_end_at AS "end"`

const MOVE_HINTS = `
  UPDATE challenges SET priced_hints = (
    SELECT jsonb_agg(CASE WHEN (h->>'availableAt')::timestamptz > $2 THEN h || jsonb_build_object('availableAt',
        to_char(${MOVED("(h->>'availableAt')::timestamptz")} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      ELSE h END ORDER BY place)
    FROM jsonb_array_elements(priced_hints) WITH ORDINALITY p (h, place))
  WHERE game_id = $1 AND priced_hints <> '[]'`

const MOVE_TIMES = `
  UPDATE challenges SET release_at = CASE WHEN release_at > $2 THEN ${MOVED('release_at')} ELSE release_at END,
    closes_at = CASE WHEN closes_at > $2 THEN ${MOVED('closes_at')} ELSE closes_at END
  WHERE game_id = $1 AND (release_at > $2 OR closes_at > $2)`

interface Pause {
  since: Date
  until: Date
  reason: string
}

export function createPausing({ db, change, instances, log }: Needs): Pausing {
  /** Delays what lies ahead by `ms`. @returns the new end of the game */
  const move = async (tx: Change, gameId: number, now: Date, ms: number, pause: Pause): Promise<Date> => {
    const { since, until, reason } = pause
    await tx.query(MOVE_EXTRA, [gameId, now, ms])
    const moved = await row(tx, { end: time }, MOVE_GAME, [gameId, now, ms, since, until, reason])
    await tx.query(MOVE_TIMES, [gameId, now, ms])
    await tx.query(MOVE_HINTS, [gameId, now, ms])
    await instances.moveEnds(tx, gameId, ms)
    tx.invalidate('games', `game:${gameId}`)
    return moved!.end
  }

  const announce = async (tx: Change, gameId: number, notice: NoticeChange) => {
    await insertNotices(tx, gameId, tx.ctx.now, [changeNotice(notice)])
    tx.invalidate(`notices:${gameId}`)
    // A moved freeze shows another board.
    tx.notifyScoring(gameId, 'rebuild')
  }

  return {
    async pause(ctx, gameId, { until, reason }) {
      requireInGame(ctx, gameId, 'pause')
      await change(ctx, { ledger: gameId, intake: gameId }, async (tx) => {
        const game = await gameOf(tx, gameId)
        const { end, now, current } = game
        const by = delayOf(game, until)
        const since = current?.since ?? now
        const moved = await move(tx, gameId, now, by, { since, until, reason })
        await announce(tx, gameId, {
          kind: 'Paused',
          values: [wireTime(until), wireTime(moved), reason]
        })
        await tx.audit({
          action: 'game_paused',
          target: `game:${gameId}`,
          before: { until: current && wireTime(current.until), end: wireTime(end) },
          after: { until: wireTime(until), end: wireTime(moved), reason }
        })
      })
      log.info({ game: gameId, ...callerLogFields(ctx) }, 'game_paused')
    },

    async preview(ctx, gameId, until) {
      requireInGame(ctx, gameId, 'pause')
      const game = await gameOf(db.pool, gameId)
      const by = delayOf(game, until)
      const found = await rows(db.pool, AHEAD, AHEAD_OF_GAME, [gameId, game.now, MAX_MOVES])
      const now = game.now.getTime()
      return {
        total: found[0]?.total ?? 0,
        moves: found.map(({ what, name, at }) => {
          const after = new Date(Math.max(now, at.getTime() + by))
          return { what, name, before: wireTime(at), after: wireTime(after) }
        })
      }
    },

    async resume(ctx, gameId) {
      requireInGame(ctx, gameId, 'pause')
      await change(ctx, { ledger: gameId, intake: gameId }, async (tx) => {
        const { end, now, current } = await gameOf(tx, gameId)
        if (!current) throw new AppError('game.not_paused')
        const by = now.getTime() - current.until.getTime()
        const moved = await move(tx, gameId, now, by, { since: current.since, until: now, reason: '' })
        await announce(tx, gameId, { kind: 'Resumed', values: [wireTime(moved)] })
        await tx.audit({
          action: 'game_resumed',
          target: `game:${gameId}`,
          before: { until: wireTime(current.until), end: wireTime(end) },
          after: { until: wireTime(now), end: wireTime(moved) }
        })
      })
      log.info({ game: gameId, ...callerLogFields(ctx) }, 'game_resumed')
    }
  }
}

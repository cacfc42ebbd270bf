import type { Ctx } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import { bool, type Database, nullable, number, row, type Sql, text, time } from '~/server/db'
import { endSql } from '~/server/games/contract'
import type { PlayGuard } from '~/server/participations/contract'
import { AppError, gameEnded, notFound } from '~/server/platform/errors'
import { wireTime } from '~/server/platform/time'
import { createRunningBoards, knownSolvedSql } from '~/server/public-board'
import { explainUnavailable, isUnlockedSql } from '~/server/requirements'
import type { HintOffer } from './contract'
import { defineHintPurchases } from './model'
import { preparePoints, readTeamPoints } from './points'

/** See docs/rules/challenges.md#hints-with-a-cost. */
export interface Hints {
  /**
   * Buys a hint once under races, and returns it. A bought or free one costs nothing.
   * @throws AppError of the play guard; `challenge.unavailable`, `hint.not_found` 404, `game.paused`, `hint.not_yet`,
   * `hint.solved`, `hint.too_few_points` 400
   */
  buy(ctx: Ctx, gameId: number, challengeId: number, hint: number): Promise<HintOffer>
}

interface Needs {
  db: Database
  change: MakeChange
  participations: PlayGuard
}

/** Read under the ledger's lock, because caches may be older. */
const PLACE = {
  now: time,
  playing: bool,
  open: bool,
  solved: bool,
  paused: bool,
  ended: bool,
  practice: bool,
  frozen: nullable(time)
}

async function placeOf(sql: Sql, gameId: number, challengeId: number, participationId: number) {
  const found = await row(
    sql,
    PLACE,
    `SELECT t.now, coalesce(p.status = 'Accepted', false) AS playing, c.id IS NOT NULL AS open,
       ${knownSolvedSql({ challenge: '$2', participation: '$3' })} AS solved,
       coalesce(t.now >= g.paused_at AND t.now < g.paused_until, false) AS paused,
       t.now >= ${endSql('g', 'p')} AS ended, g.practice_mode AS practice,
       CASE WHEN g.revealed_at IS NULL AND g.freeze_at <= t.now THEN g.freeze_at END AS frozen
     FROM games g CROSS JOIN (SELECT date_trunc('milliseconds', clock_timestamp()) AS now) t
     LEFT JOIN participations p ON p.id = $3 AND p.game_id = g.id
     LEFT JOIN challenges c ON c.id = $2 AND c.game_id = g.id AND c.enabled AND ${isUnlockedSql('$3')}
     WHERE g.id = $1`,
    [gameId, challengeId, participationId]
  )
  if (!found) throw notFound('game.not_found')
  return found
}

const HINT = {
  id: number,
  content: text,
  cost: number,
  availableAt: nullable(time),
  boughtAt: nullable(time)
}

async function hintOf(sql: Sql, challengeId: number, participationId: number, hint: number) {
  const found = await row(
    sql,
    HINT,
    `SELECT (h->>'id')::int AS id, h->>'content' AS content, (h->>'cost')::int AS cost,
       (h->>'availableAt')::timestamptz AS "availableAt", b.at AS "boughtAt"
     FROM challenges c CROSS JOIN LATERAL jsonb_array_elements(c.priced_hints) h
     LEFT JOIN hint_purchases b ON b.challenge_id = c.id AND b.participation_id = $2 AND b.hint = (h->>'id')::int
     WHERE c.id = $1 AND (h->>'id')::int = $3`,
    [challengeId, participationId, hint]
  )
  if (!found) throw notFound('hint.not_found')
  return found
}

export function createHints({ db, change, participations }: Needs): Hints {
  const purchases = defineHintPurchases(db.sequelize)
  const boards = createRunningBoards()
  return {
    async buy(ctx, gameId, challengeId, hint) {
      const { participationId } = await participations.guardPlay(ctx, gameId)
      await preparePoints(db.pool, boards, gameId)
      return change(ctx, { ledger: gameId }, async (tx) => {
        const { now, ...place } = await placeOf(tx, gameId, challengeId, participationId)
        if (!place.playing) throw new AppError('participation.not_accepted')
        if (place.ended && !place.practice) throw gameEnded()
        if (!place.open) throw await explainUnavailable(tx, gameId, challengeId, participationId)
        const { content, ...found } = await hintOf(tx, challengeId, participationId, hint)
        const { cost, availableAt } = found
        const offer = (boughtAt: Date | null): HintOffer => ({
          ...{ id: hint, cost, content, available: true },
          availableAt: availableAt && wireTime(availableAt),
          boughtAt: boughtAt && wireTime(boughtAt)
        })
        if (found.boughtAt) return offer(found.boughtAt)
        if (availableAt && availableAt > now) throw new AppError('hint.not_yet')
        if (cost === 0 || place.ended) return offer(null)
        if (place.solved) throw new AppError('hint.solved')
        if (place.paused) throw new AppError('game.paused')
        const points = await readTeamPoints(tx, boards, { gameId, participationId, frozen: place.frozen })
        if (points < cost) throw new AppError('hint.too_few_points', 400, { params: { cost, points } })
        const userId = ctx.actor?.id ?? null
        const bought = { challengeId, participationId, hint, cost, at: now, userId }
        await purchases.create(bought, { transaction: tx.transaction })
        const payload = { points: -cost, reason: '', hint: { challenge: challengeId, id: hint } }
        await tx.append(gameId, [{ kind: 'award', at: now.getTime(), participationId, payload }])
        await tx.audit({
          action: 'hint_bought',
          target: `challenge:${challengeId}`,
          after: { hint, cost, participation: participationId }
        })
        return offer(now)
      })
    }
  }
}

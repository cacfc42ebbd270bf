import { refuseOwn, requireInGame } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import { type Database, number, row } from '~/server/db'
import { endSql } from '~/server/games/contract'
import { AppError, notFound } from '~/server/platform/errors'
import { knownStatusSql } from '~/server/public-board'
import { defineAttemptResets } from '../model'
import type { AttemptsReset } from './contract'

const answersWith = (status: string) => (challenge: string, participation: string) =>
  `(
  SELECT count(*)::int FROM submissions s JOIN games e ON e.id = s.game_id JOIN participations d ON d.id = s.participation_id
  WHERE s.participation_id = ${participation} AND s.challenge_id = ${challenge} AND s.submitted_at < ${endSql('e', 'd')}
    AND ${status} IN ('FlagSubmitted', 'WrongAnswer', 'CheatDetected')
    AND NOT EXISTS (SELECT FROM attempt_resets r WHERE r.challenge_id = s.challenge_id
      AND r.participation_id = s.participation_id AND r.at >= s.submitted_at))`

/** Answers of a team that count against its limit, as store_submissions() counts them. */
export const attemptsUsed = answersWith('s.status')

/** The same as the team may know it behind a freeze. */
export const attemptsAsTold = answersWith(knownStatusSql('s', 'e'))

/** For users who may correct results of the game (docs/rules/challenges.md#limit-of-attempts). */
export interface Attempts {
  /** @throws AppError `challenge.not_found`, `participation.not_found` 404, `game.own_team` 403, `challenge.no_limit` 400 */
  resetAttempts(ctx: Ctx, gameId: number, challengeId: number, input: AttemptsReset): Promise<void>
}

const LIMITED = { now: number, limited: number, there: number }

interface Needs {
  db: Database
  change: MakeChange
}

export function createAttempts({ db, change }: Needs): Attempts {
  const resets = defineAttemptResets(db.sequelize)
  return {
    async resetAttempts(ctx, gameId, challengeId, { participationId, reason }) {
      requireInGame(ctx, gameId, 'corrections')
      await change(ctx, { ledger: gameId, intake: gameId }, async (tx) => {
        const found = await row(
          tx,
          LIMITED,
          `SELECT (extract(epoch FROM date_trunc('milliseconds', clock_timestamp())) * 1000)::int8 AS now,
             coalesce(c.attempt_limit, 0) AS limited,
             (SELECT count(*)::int FROM participations p WHERE p.id = $3 AND p.game_id = c.game_id) AS there
           FROM challenges c WHERE c.id = $2 AND c.game_id = $1`,
          [gameId, challengeId, participationId]
        )
        if (!found) throw notFound('challenge.not_found')
        if (found.there === 0) throw notFound('participation.not_found')
        await refuseOwn(tx, ctx, [participationId])
        if (found.limited === 0) throw new AppError('challenge.no_limit')
        const at = new Date(found.now)
        await resets.upsert({ challengeId, participationId, at }, { transaction: tx.transaction })
        const after = { participation: participationId, reason }
        await tx.audit({ action: 'attempts_reset', target: `challenge:${challengeId}`, after })
      })
    }
  }
}

import { requireActor, requireInGame, requirePersonInGame } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import { json, nullable, number, oneOf, row, rows, type Sql, text, time } from '~/server/db'
import { AppError, isUniqueViolation, notFound } from '~/server/platform/errors'
import { wireTime } from '~/server/platform/time'
import { APPEAL_MS, CASE_OUTCOMES } from './constants'
import { type CaseView, caseDecision, type TeamDecision } from './contract'
import { type Needs, refuseOwnCase, touch } from './editing'
import { notifyStaffOfCase, notifyTeamsOfCase } from './news'
import { CHALLENGES, lockCase } from './queries'

/** See docs/rules/cases.md#appeals. */
export interface Appeals {
  /** Newest first; [] for an unregistered caller. */
  ofTeam(ctx: Ctx, gameId: number): Promise<TeamDecision[]>
  /**
   * @throws `case.not_found` 404 also for other teams' decisions; `case.appeal_there`, `.appeal_late`, `.undone` 400
   */
  appeal(ctx: Ctx, gameId: number, number: number, text: string): Promise<TeamDecision[]>
  /** @throws AppError `case.no_appeal` 400 without an unanswered one of this team, `game.own_team` 403 */
  answerAppeal(
    ctx: Ctx,
    gameId: number,
    number: number,
    participationId: number,
    answer: string
  ): Promise<CaseView>
}

const TOLD = {
  number,
  outcome: oneOf(CASE_OUTCOMES),
  challenges: json(caseDecision.shape.challenges),
  points: nullable(number),
  reason: text,
  at: time,
  undoneAt: nullable(time),
  undoneReason: nullable(text),
  appealBy: nullable(text),
  appealAt: nullable(time),
  appeal: nullable(text),
  answer: nullable(text),
  answeredAt: nullable(time)
}

/** Confirmed decisions about a participation; proposals and rejected ones are only for staff. */
const DECISIONS = `
  SELECT c.number, d.outcome, ${CHALLENGES} AS challenges, d.points, d.reason, d.answered_at AS at,
    d.undone_at AS "undoneAt", d.undone_reason AS "undoneReason", u.user_name AS "appealBy", x.at AS "appealAt",
    x.text AS appeal, x.answer, x.answered_at AS "answeredAt"
  FROM case_decisions d
  JOIN cases c ON c.id = d.case_id
  LEFT JOIN case_appeals x ON x.decision_id = d.id AND x.participation_id = $2
  LEFT JOIN users u ON u.id = x.user_id
  WHERE c.game_id = $1 AND d.participation_ids @> ARRAY[$2::int] AND d.state IN ('confirmed', 'undone')
    AND d.outcome <> 'nothing'
  ORDER BY d.answered_at DESC, d.id DESC LIMIT 100`

async function decisionsAbout(sql: Sql, gameId: number, participationId: number): Promise<TeamDecision[]> {
  const found = await rows(sql, TOLD, DECISIONS, [gameId, participationId])
  return found.map(
    ({
      at,
      undoneAt,
      undoneReason,
      appealBy,
      appealAt,
      appeal,
      answer,
      answeredAt,
      challenges,
      ...visible
    }) => ({
      ...visible,
      challenges: visible.outcome === 'void' ? challenges : [],
      time: wireTime(at),
      undone: undoneAt && { time: wireTime(undoneAt), reason: undoneReason ?? '' },
      appealUntil: wireTime(at.getTime() + APPEAL_MS),
      appeal:
        appeal !== null && appealAt
          ? {
              by: appealBy,
              time: wireTime(appealAt),
              text: appeal,
              answer: answer !== null && answeredAt ? { text: answer, time: wireTime(answeredAt) } : null
            }
          : null
    })
  )
}

const INSERT =
  'INSERT INTO case_appeals (decision_id, participation_id, user_id, at, text) VALUES ($1, $2, $3, $4, $5)'

export function createAppeals(
  { db, change, games, mail, log }: Needs,
  read: (ctx: Ctx, gameId: number, number: number) => Promise<CaseView>
): Appeals {
  /** Any status: a suspended team may appeal. */
  const ownOf = async (ctx: Ctx, gameId: number): Promise<number | null> => {
    requireActor(ctx)
    await games.see(ctx, gameId)
    const standing = await games.standing(ctx, gameId)
    return standing?.member ? standing.participationId : null
  }

  return {
    async ofTeam(ctx, gameId) {
      const own = await ownOf(ctx, gameId)
      return own === null ? [] : decisionsAbout(db.pool, gameId, own)
    },

    async appeal(ctx, gameId, caseNumber, statement) {
      const own = await ownOf(ctx, gameId)
      if (own === null) throw notFound('case.not_found')
      await change(ctx, { ledger: gameId }, async (tx) => {
        const held = await lockCase(tx, gameId, caseNumber)
        const decision = await row(
          tx,
          { id: number, state: text, outcome: oneOf(CASE_OUTCOMES), at: time },
          `SELECT id, state, outcome, answered_at AS at FROM case_decisions
           WHERE case_id = $1 AND participation_ids @> ARRAY[$2::int] AND state IN ('confirmed', 'undone')
             AND outcome <> 'nothing'
           ORDER BY answered_at DESC, id DESC LIMIT 1`,
          [held.id, own]
        )
        if (!decision) throw notFound('case.not_found')
        if (decision.state === 'undone') throw new AppError('case.undone')
        if (ctx.now.getTime() >= decision.at.getTime() + APPEAL_MS) throw new AppError('case.appeal_late')
        await tx
          .query(INSERT, [decision.id, own, ctx.actor?.id, ctx.now, statement])
          .catch((error: unknown) => {
            throw isUniqueViolation(error) ? new AppError('case.appeal_there') : error
          })
        await touch(tx, held.id, 'appealed')
        await notifyStaffOfCase(mail, tx, 'appealed', held.id, gameId)
        await tx.audit({
          action: 'case_appealed',
          target: `game:${gameId}`,
          after: { case: caseNumber, participation: own, text: statement }
        })
      })
      log.info({ game: gameId, case: caseNumber, ...callerLogFields(ctx) }, 'case_appealed')
      return decisionsAbout(db.pool, gameId, own)
    },

    async answerAppeal(ctx, gameId, caseNumber, participationId, answer) {
      requireInGame(ctx, gameId, 'decisions')
      await change(ctx, { ledger: gameId }, async (tx) => {
        const held = await lockCase(tx, gameId, caseNumber)
        await refuseOwnCase(tx, held.id)
        const answered = await rows(
          tx,
          { id: number },
          `UPDATE case_appeals x SET answer = $3, answered_by = $4, answered_at = $5
           FROM case_decisions d
           WHERE d.id = x.decision_id AND d.case_id = $1 AND x.participation_id = $2 AND x.answer IS NULL
           RETURNING x.decision_id AS id`,
          [held.id, participationId, answer, requirePersonInGame(ctx, gameId, 'decisions').id, ctx.now]
        )
        if (answered.length === 0) throw new AppError('case.no_appeal')
        const waiting = await row(
          tx,
          { n: number },
          `SELECT count(*)::int AS n FROM case_appeals x JOIN case_decisions d ON d.id = x.decision_id
           WHERE d.case_id = $1 AND x.answer IS NULL`,
          [held.id]
        )
        const closes = held.state === 'appealed' && waiting!.n === 0
        await touch(tx, held.id, closes ? 'closed' : undefined)
        await notifyTeamsOfCase(mail, tx, 'answered', held.id, [participationId])
        await tx.audit({
          action: 'case_appeal_answered',
          target: `game:${gameId}`,
          after: { case: caseNumber, participation: participationId, answer }
        })
      })
      return read(ctx, gameId, caseNumber)
    }
  }
}

import type { Ctx } from '~/server/accounts/contract'
import type { Participations } from '~/server/participations'
import type { Database } from '~/server/platform/db'
import { AppError, gameEnded, gameNotStarted, loginRequired, notFound } from '~/server/platform/errors'
import { calm } from './calm'
import { type AnswerResult, shownVerdict } from './contract'
import { type Arrival, createIntake } from './intake'
import type { Throttle } from './throttle'

export interface Submissions {
  /**
   * Stores a flag for judging and answers the submission's id (behaviour.md 5.1).
   * @throws AppError of the play guard; 404 for a challenge that is not there or not enabled;
   *   `submission.slow_down` 429 after wrong flags in a row.
   */
  submit(ctx: Ctx, gameId: number, challengeId: number, flag: string): Promise<number>
  /** The verdict for the submitter alone; anybody else gets 404 (behaviour.md 5.5). */
  status(ctx: Ctx, gameId: number, challengeId: number, submissionId: number): Promise<AnswerResult>
  /** Challenges that a team has answered right since the game's end, which is never scored. */
  practised(gameId: number, participationId: number): Promise<number[]>
  /** Counts verdicts that were just given, for the waits after wrong flags. */
  tally: Throttle['tally']
  /** Resolves when every accepted submission is stored. */
  idle(): Promise<void>
}

interface Needs {
  db: Database
  participations: Participations
  throttle: Throttle
  /** Tells scoring that a game has submissions to judge. */
  wake(gameId: number): void
}

export function createSubmissions({ db, participations, throttle, wake }: Needs): Submissions {
  const rouse = calm(wake)
  const intake = createIntake(db, rouse)

  /** Why the database did not take a submission; called after the refusal, so the state may have moved on. */
  const refusal = async ({ gameId, challengeId, participationId, userId }: Arrival): Promise<AppError> => {
    const { rows } = await db.pool.query<{
      status: string | null
      enabled: boolean | null
      welcome: boolean | null
      phase: string
    }>(
      `SELECT p.status, c.enabled, (SELECT u.active AND u.role <> 'Banned' FROM users u WHERE u.id = $4) AS welcome,
         CASE WHEN clock_timestamp() < g.start_at THEN 'before'
              WHEN clock_timestamp() >= g.end_at AND NOT g.practice_mode THEN 'after' ELSE 'open' END AS phase
       FROM games g
       LEFT JOIN participations p ON p.id = $2 AND p.game_id = g.id
       LEFT JOIN challenges c ON c.id = $3 AND c.game_id = g.id
       WHERE g.id = $1`,
      [gameId, participationId, challengeId, userId]
    )
    const found = rows[0]
    if (!found) return notFound('game.not_found')
    if (!found.welcome) return loginRequired()
    if (found.status !== 'Accepted') return new AppError('participation.not_accepted')
    if (found.phase === 'before') return gameNotStarted()
    if (found.phase === 'after') return gameEnded()
    if (!found.enabled) return notFound('challenge.not_found')
    return new AppError('server.busy', 503, { retryAfter: 1 })
  }

  return {
    async submit(ctx, gameId, challengeId, flag) {
      if (!ctx.actor) throw loginRequired()
      const { participationId } = await participations.guardPlay(ctx, gameId)
      await throttle.pass(participationId, challengeId)
      const arrival: Arrival = {
        gameId,
        challengeId,
        participationId,
        userId: ctx.actor.id,
        answer: flag,
        ip: ctx.ip,
        userAgent: ctx.userAgent?.slice(0, 256) ?? null
      }
      let id: number | null = null
      try {
        id = await intake.store(arrival)
      } finally {
        if (id === null) await throttle.release(participationId, challengeId)
      }
      if (id === null) throw await refusal(arrival)
      return id
    },

    async status(ctx, gameId, challengeId, submissionId) {
      const { rows } = await db.pool.query<{ status: AnswerResult }>({
        name: 'submission_status',
        text: `SELECT status FROM submissions
               WHERE id = $1 AND game_id = $2 AND challenge_id = $3 AND user_id = $4`,
        values: [submissionId, gameId, challengeId, ctx.actor?.id ?? null]
      })
      if (!rows[0]) throw notFound('submission.not_found')
      return shownVerdict(rows[0].status)
    },

    async practised(gameId, participationId) {
      const { rows } = await db.pool.query<{ id: number }>({
        name: 'submissions_practised',
        text: `SELECT DISTINCT s.challenge_id AS id FROM submissions s JOIN games g ON g.id = s.game_id
               WHERE s.participation_id = $2 AND s.status = 'Accepted' AND g.id = $1
                 AND g.end_at <= now() AND s.submitted_at >= g.end_at`,
        values: [gameId, participationId]
      })
      return rows.map(({ id }) => id)
    },

    tally: throttle.tally,
    idle: intake.idle
  }
}

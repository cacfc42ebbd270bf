import { type Ctx, callerLogFields, mayIn } from '~/server/access/contract'
import { BLOCKED_SQL } from '~/server/blocks'
import { attemptsUsed } from '~/server/challenges'
import { bool, type Database, nullable, number, oneOf, row, rows, text } from '~/server/db'
import { endSql, type GameAccess, gamePhase, STORED_STATUSES } from '~/server/games/contract'
import type { Answered, WrongFlags } from '~/server/limits'
import type { PlayGuard } from '~/server/participations/contract'
import { AppError, gameEnded, gameNotStarted, loginRequired, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import { activeTraceparent, inSpan } from '~/server/platform/tracing'
import { knownStatusSql, SOLVED_SINCE_SQL } from '~/server/public-board'
import { explainUnavailable, isUnlockedSql } from '~/server/requirements'
import {
  ANSWER_RESULTS,
  type AnswerResult,
  type Part,
  type SolverList,
  shownVerdict,
  type TryList
} from './contract'
import { type Arrival, createIntake } from './intake'
import { listSolvers, listTries } from './lists'
import { throttleNotifications } from './notification-throttle'
import { createTraceContexts } from './trace-contexts'
import { createVerdicts } from './verdicts'

const REFUSED = {
  status: nullable(oneOf(STORED_STATUSES)),
  enabled: nullable(bool),
  welcome: nullable(bool),
  phase: text,
  paused: nullable(bool),
  /** Why the challenge takes no flags. */
  blocked: nullable(text),
  closed: bool,
  exhausted: bool,
  unlocked: nullable(bool)
}

export interface Submissions {
  /**
   * Stores a flag; returns the submission's id (docs/rules/flags.md#submitting).
   * @throws AppError of the play guard; 404 for an unknown or disabled challenge; `submission.slow_down` 429
   */
  submit(ctx: Ctx, gameId: number, challengeId: number, flag: string): Promise<number>
  /** The verdict, only for the submitter; 404 for others (docs/rules/flags.md#polling). */
  status(ctx: Ctx, gameId: number, challengeId: number, submissionId: number): Promise<AnswerResult>
  /** Waits up to `ms` milliseconds for the verdict, else `FlagSubmitted`. @see submit */
  answer(
    ctx: Ctx,
    gameId: number,
    challengeId: number,
    flag: string,
    ms: number
  ): Promise<{ id: number; status: AnswerResult }>
  /** As `status`, after up to `ms` milliseconds; else `FlagSubmitted`. */
  verdict(
    ctx: Ctx,
    gameId: number,
    challengeId: number,
    submissionId: number,
    ms: number
  ): Promise<AnswerResult>
  /** What the caller's team has sent for a challenge, newest first (docs/rules/flags.md#tries). @throws AppError of the play guard; `challenge.unavailable` 404 */
  tries(ctx: Ctx, gameId: number, challengeId: number, part: Part): Promise<TryList>
  /** Who solved a challenge, first solve first (docs/rules/flags.md#solvers). @throws AppError for games not visible or not started; `challenge.unavailable` 404 */
  solvers(ctx: Ctx, gameId: number, challengeId: number, part: Part): Promise<SolverList>
  /** Challenges that a team has solved by its flags since a freeze, which only the team itself knows. */
  behindFreeze(gameId: number, participationId: number, frozen: Date): Promise<number[]>
  /** Challenges that a team has answered right since the end; these are never scored. */
  practised(gameId: number, participationId: number): Promise<number[]>
  /** Takes committed verdicts: for waits after wrong flags, and for callers that wait here. */
  judged(rows: readonly (Answered & { id: number })[]): void
  /** Resolves when every accepted submission is stored. */
  idle(): Promise<void>
}

interface Needs {
  db: Database
  games: Pick<GameAccess, 'see'>
  participations: PlayGuard
  redis: Redis
  log: Log
  wrongFlags: WrongFlags
  notifyScoring(gameId: number): void
}

/** Milliseconds between polls of a row, in case a message is lost. */
const POLL_MS = 250
const LOST_MS = 2000

/** Of game `g` for participation `p`. */
const OWN_END = endSql('g', 'p')

export function createSubmissions({
  db,
  games,
  participations,
  redis,
  log,
  wrongFlags,
  notifyScoring
}: Needs): Submissions {
  const notifications = throttleNotifications(notifyScoring)
  const verdicts = createVerdicts(redis, log)
  const traceContexts = createTraceContexts(redis, log)
  const intake = createIntake(db, notifications.stored, traceContexts.publish)

  const store = (arrival: Arrival, requestId: string): Promise<number | null> => {
    if (!traceContexts.enabled()) return intake.store(arrival)
    return inSpan('store flag', { 'halyard.game': arrival.gameId }, () => {
      const context = { requestId, traceparent: activeTraceparent() }
      return intake.store({ ...arrival, context })
    })
  }

  /** Explains a refusal afterwards; the state may have changed. */
  const refusal = async ({ gameId, challengeId, participationId, userId }: Arrival): Promise<AppError> => {
    const found = await row(
      db.pool,
      REFUSED,
      `SELECT p.status, c.enabled, (SELECT u.active AND u.role <> 'Banned' FROM users u WHERE u.id = $4) AS welcome,
         CASE WHEN clock_timestamp() < g.start_at THEN 'before'
              WHEN clock_timestamp() >= ${OWN_END} AND NOT g.practice_mode THEN 'after' ELSE 'open' END AS phase,
         clock_timestamp() < g.paused_until AS paused, CASE WHEN ${BLOCKED_SQL} THEN c.block_reason END AS blocked,
         coalesce(c.closes_at <= clock_timestamp() AND clock_timestamp() < ${OWN_END}, false) AS closed,
         coalesce(clock_timestamp() < ${OWN_END} AND c.attempt_limit <= ${attemptsUsed('$3', '$2')}, false) AS exhausted,
         ${isUnlockedSql('$2')} AS unlocked
       FROM games g
       LEFT JOIN participations p ON p.id = $2 AND p.game_id = g.id
       LEFT JOIN challenges c ON c.id = $3 AND c.game_id = g.id
       WHERE g.id = $1`,
      [gameId, participationId, challengeId, userId]
    )
    if (!found) return notFound('game.not_found')
    if (!found.welcome) return loginRequired()
    if (found.status !== 'Accepted') return new AppError('participation.not_accepted')
    if (found.phase === 'before') return gameNotStarted()
    if (found.phase === 'after') return gameEnded()
    if (!found.enabled) return notFound('challenge.not_found')
    if (!found.unlocked) return explainUnavailable(db.pool, gameId, challengeId, participationId)
    if (found.paused) return new AppError('game.paused')
    if (found.closed) return new AppError('challenge.closed')
    if (found.blocked !== null)
      return new AppError('challenge.blocked', 400, { params: { reason: found.blocked } })
    if (found.exhausted) return new AppError('submission.no_attempts')
    return new AppError('server.busy', 503, { retryAfter: 1 })
  }

  const status: Submissions['status'] = async (ctx, gameId, challengeId, submissionId) => {
    const found = await row(
      db.pool,
      { status: oneOf(ANSWER_RESULTS) },
      {
        name: 'submission_status',
        text: `SELECT ${knownStatusSql()} AS status FROM submissions s JOIN games g ON g.id = s.game_id
             WHERE s.id = $1 AND s.game_id = $2 AND s.challenge_id = $3 AND s.user_id = $4`,
        values: [submissionId, gameId, challengeId, ctx.actor?.id ?? null]
      }
    )
    if (!found) throw notFound('submission.not_found')
    return shownVerdict(found.status)
  }

  /** The verdict, or `FlagSubmitted` after `ms` milliseconds. `look` reads the row. */
  const settled = async (
    gameId: number,
    id: number,
    ms: number,
    poll: () => Promise<AnswerResult>
  ): Promise<AnswerResult> => {
    if (ms > 0) notifications.awaited(gameId)
    for (const end = performance.now() + ms; ; ) {
      const wait = Math.min(end - performance.now(), verdicts.live() ? LOST_MS : POLL_MS)
      const verdict = wait > 0 ? await verdicts.next(id, wait) : null
      if (verdict) return verdict
      const stored = await poll()
      if (stored !== 'FlagSubmitted' || performance.now() >= end) return stored
    }
  }

  const submit: Submissions['submit'] = async (ctx, gameId, challengeId, flag) => {
    if (!ctx.actor) throw loginRequired()
    // Whether the game runs is decided by store_submissions() alone, because the clock of this process may differ from the database's.
    const { participationId } = await participations.guardPlay(ctx, gameId, { anyTime: true })
    await wrongFlags.take(participationId, challengeId)
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
      id = await store(arrival, ctx.requestId)
    } finally {
      if (id === null) await wrongFlags.release(participationId, challengeId)
    }
    if (id === null) throw await refusal(arrival)
    if (traceContexts.enabled())
      log.debug(
        { game: gameId, challenge: challengeId, submission: id, ...callerLogFields(ctx) },
        'flag_stored'
      )
    return id
  }

  return {
    submit,

    async status(ctx, gameId, challengeId, submissionId) {
      const found = await status(ctx, gameId, challengeId, submissionId)
      if (found === 'FlagSubmitted') notifications.awaited(gameId)
      return found
    },

    async answer(ctx, gameId, challengeId, flag, ms) {
      const id = await submit(ctx, gameId, challengeId, flag)
      return { id, status: await settled(gameId, id, ms, () => status(ctx, gameId, challengeId, id)) }
    },

    async verdict(ctx, gameId, challengeId, submissionId, ms) {
      const poll = () => status(ctx, gameId, challengeId, submissionId)
      // Checks the owner first; messages do not name it.
      const stored = await poll()
      return stored === 'FlagSubmitted' ? settled(gameId, submissionId, ms, poll) : stored
    },

    async tries(ctx, gameId, challengeId, part) {
      const { participationId } = await participations.guardPlay(ctx, gameId)
      return listTries(db.pool, { gameId, challengeId, participationId }, part)
    },

    async solvers(ctx, gameId, challengeId, part) {
      const game = await games.see(ctx, gameId)
      if (gamePhase(game, ctx.now) === 'before') throw gameNotStarted()
      const staff = mayIn(ctx.actor, gameId, 'watch')
      // Also before the freeze begins, by whichever clock: there is nothing to hold back then.
      const until = staff ? null : game.freeze
      return listSolvers(db.pool, game.id, challengeId, { ...part, until })
    },

    async behindFreeze(gameId, participationId, frozen) {
      const solved = await rows(db.pool, { id: number }, SOLVED_SINCE_SQL, [gameId, participationId, frozen])
      return solved.map(({ id }) => id)
    },

    async practised(gameId, participationId) {
      const solved = await rows(
        db.pool,
        { id: number },
        {
          name: 'submissions_practised',
          text: `SELECT DISTINCT s.challenge_id AS id FROM submissions s JOIN games g ON g.id = s.game_id JOIN participations p ON p.id = s.participation_id
               WHERE s.participation_id = $2 AND s.status = 'Accepted' AND g.id = $1
                 AND ${OWN_END} <= now() AND s.submitted_at >= ${OWN_END}`,
          values: [gameId, participationId]
        }
      )
      return solved.map(({ id }) => id)
    },

    judged(rows) {
      verdicts.publish(rows)
      void wrongFlags.tally(rows)
    },
    idle: intake.idle
  }
}

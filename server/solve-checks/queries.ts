import { z } from 'zod'
import { CHECK_STATES } from '~/server/challenges/contract'
import { json, nullable, number, oneOf, type Pool, type RowOf, row, rows, text, time } from '~/server/db'
import { wireTime } from '~/server/platform/time'
import { KEPT_RUNS, RUN_CAUSES, RUN_OUTCOMES, RUN_REASONS } from './constants'
import type { CheckItem, CheckRun, CheckView } from './contract'

const storedRun = z.object({
  id: z.uuid(),
  cause: z.enum(RUN_CAUSES),
  requestedAt: z.string(),
  requestedBy: z.string().nullable(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  outcome: z.enum(RUN_OUTCOMES).nullable(),
  reason: z.enum(RUN_REASONS).nullable(),
  detail: z.string().nullable(),
  exitCode: z.int().nullable(),
  output: z.string()
})

const STANDING = {
  challengeId: number,
  title: text,
  state: oneOf(CHECK_STATES),
  since: nullable(time),
  nextAt: nullable(time)
}

const STANDING_COLUMNS = `c.id AS "challengeId", c.title, coalesce(s.state, 'never') AS state, s.since,
  CASE WHEN c.solver ->> 'every' IS NOT NULL THEN s.next_at END AS "nextAt"`

const FROM = 'FROM challenges c LEFT JOIN solve_checks s ON s.challenge_id = c.id'

/** SQL: run `r` as JSON; `$2`: with its flags. */
const RUN = `json_build_object('id', r.id, 'cause', r.cause, 'requestedAt', r.requested_at,
  'requestedBy', (SELECT u.user_name FROM users u WHERE u.id = r.requested_by), 'startedAt', r.started_at,
  'endedAt', r.ended_at, 'outcome', r.outcome, 'reason', r.reason, 'detail', r.detail, 'exitCode', r.exit_code,
  'output', CASE WHEN $2 THEN r.output ELSE r.masked END)`

const runOf = (run: z.infer<typeof storedRun>): CheckRun => {
  const wire = (at: string | null) => at && wireTime(new Date(at))
  const { startedAt, endedAt } = run
  return {
    ...run,
    requestedAt: wireTime(new Date(run.requestedAt)),
    startedAt: wire(startedAt),
    endedAt: wire(endedAt),
    duration: startedAt && endedAt ? Date.parse(endedAt) - Date.parse(startedAt) : null
  }
}

const standingOf = ({ since, nextAt, ...rest }: RowOf<typeof STANDING>) => ({
  ...rest,
  since: since && wireTime(since),
  nextAt: nextAt && wireTime(nextAt)
})

/** The last runs of a challenge, newest first; null if the game has no such challenge. */
export async function findCheckView(
  pool: Pool,
  gameId: number,
  challengeId: number,
  { withFlags }: { withFlags: boolean }
): Promise<CheckView | null> {
  const found = await row(
    pool,
    { ...STANDING, runs: json(z.array(storedRun)) },
    `SELECT ${STANDING_COLUMNS}, coalesce((SELECT json_agg(${RUN} ORDER BY r.requested_at DESC, r.id DESC) FROM (
         SELECT * FROM solve_check_runs WHERE challenge_id = c.id ORDER BY requested_at DESC, id DESC LIMIT ${KEPT_RUNS + 1}) r),
       '[]') AS runs
     ${FROM} WHERE c.game_id = $1 AND c.id = $3`,
    [gameId, withFlags, challengeId]
  )
  if (!found) return null
  const { runs, ...standing } = found
  return { ...standingOf(standing), runs: runs.map(runOf) }
}

/** Challenges with a solver, by id. */
export async function listCheckItems(
  pool: Pool,
  gameId: number,
  { withFlags }: { withFlags: boolean }
): Promise<CheckItem[]> {
  const found = await rows(
    pool,
    { ...STANDING, last: nullable(json(storedRun)) },
    `SELECT ${STANDING_COLUMNS}, (SELECT ${RUN} FROM solve_check_runs r WHERE r.challenge_id = c.id
       ORDER BY r.requested_at DESC, r.id DESC LIMIT 1) AS last
     ${FROM} WHERE c.game_id = $1 AND c.solver IS NOT NULL ORDER BY c.id LIMIT 2000`,
    [gameId, withFlags]
  )
  return found.map(({ last, ...standing }) => ({ ...standingOf(standing), last: last && runOf(last) }))
}

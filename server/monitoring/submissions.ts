import { bool, nullable, number, oneOf, type Pool, type RowOf, row, rows, text, time } from '~/server/db'
import { endFor } from '~/server/games/contract'
import { wireTime } from '~/server/platform/time'
import { ANSWER_RESULTS } from '~/server/submissions/contract'
import type { Cursor, Page, SubmissionFilter, SubmissionView } from './contract'
import { countSubmissions } from './counts'
import { instant, pageOfSubmissions } from './submission-list'

/** SQL: submission `s` of participation `p` came after the end of the game for its team, and no ruling has granted it since. */
const LATE = `(s.ruling IS DISTINCT FROM 'granted'
  AND s.submitted_at >= (SELECT ${endFor('g', 'p')} FROM games g WHERE g.id = s.game_id))`

export const SUBMISSION = {
  id: number,
  answer: text,
  status: oneOf(ANSWER_RESULTS),
  at: time,
  ip: nullable(text),
  late: bool,
  challengeId: number,
  teamId: number,
  user: text,
  team: text,
  challenge: text
}

export const COLUMNS = `s.id, s.answer, s.status, s.submitted_at AS at, s.ip, ${LATE} AS late, s.challenge_id AS "challengeId",
  p.team_id AS "teamId", coalesce(u.user_name, '') AS "user", t.name AS team, c.title AS challenge`

export const JOINS = `JOIN challenges c ON c.id = s.challenge_id
  JOIN participations p ON p.id = s.participation_id
  JOIN teams t ON t.id = p.team_id
  LEFT JOIN users u ON u.id = s.user_id`

export const submissionOf = ({
  at,
  answer,
  status,
  user,
  team,
  challenge,
  ...rest
}: RowOf<typeof SUBMISSION>): SubmissionView => ({
  answer,
  status,
  time: wireTime(at),
  user,
  team,
  challenge,
  ...rest
})

/** Newest first. Looks names up for the page only. */
export async function submissionsOf(
  pool: Pool,
  gameId: number,
  filter: SubmissionFilter,
  page: Page
): Promise<SubmissionView[]> {
  const found = await pageOfSubmissions(pool, SUBMISSION, gameId, filter, page, {
    columns: COLUMNS,
    joins: JOINS,
    total: () => countSubmissions(pool, gameId, filter)
  })
  return found.map(submissionOf)
}

/** Complete, because times, ids and verdicts follow the order of commits (docs/decisions/002). */
export async function judgedAfter(
  pool: Pool,
  gameId: number,
  after: Cursor,
  limit: number
): Promise<SubmissionView[]> {
  const judged = await rows(pool, SUBMISSION, {
    name: 'monitor_judged_after',
    text: `SELECT ${COLUMNS}
      FROM (SELECT * FROM submissions s
            WHERE s.game_id = $1 AND (s.submitted_at, s.id) > (${instant('$2')}, $3)
            ORDER BY s.submitted_at, s.id LIMIT $4) s
      ${JOINS} ORDER BY s.submitted_at, s.id`,
    values: [gameId, after.at, after.submission, limit]
  })
  const pending = judged.findIndex(({ status }) => status === 'FlagSubmitted')
  return (pending < 0 ? judged : judged.slice(0, pending)).map(submissionOf)
}

/** The last position without unjudged ones before it. */
export async function judgedHead(pool: Pool, gameId: number): Promise<Omit<Cursor, 'event'>> {
  const head = await row(
    pool,
    { at: number, submission: number },
    {
      name: 'monitor_judged_head',
      text: `
      WITH pending AS (
        SELECT submitted_at, submission_id FROM unjudged
        WHERE game_id = $1 ORDER BY submitted_at, submission_id LIMIT 1
      )
      SELECT (extract(epoch FROM s.submitted_at) * 1000)::int8 AS at, s.id AS submission
      FROM submissions s
      WHERE s.game_id = $1 AND coalesce((s.submitted_at, s.id) < (SELECT submitted_at, submission_id FROM pending), true)
      ORDER BY s.submitted_at DESC, s.id DESC LIMIT 1`,
      values: [gameId]
    }
  )
  return head ?? { at: 0, submission: 0 }
}

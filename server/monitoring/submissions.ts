import { bool, nullable, number, oneOf, type Pool, type RowOf, row, rows, text, time } from '~/server/db'
import { endSql } from '~/server/games/contract'
import { wireTime } from '~/server/platform/time'
import { ANSWER_RESULTS } from '~/server/submissions/contract'
import type { Cursor, Page, SubmissionFilter, SubmissionView } from './contract'
import { countSubmissions } from './counts'
import { readSubmissionPage, timestampSql } from './submission-list'

/** SQL: submission `s` of participation `p` came after the end of the game for its team, and no ruling has granted it since. */
const LATE = `(s.ruling IS DISTINCT FROM 'granted'
  AND s.submitted_at >= (SELECT ${endSql('g', 'p')} FROM games g WHERE g.id = s.game_id))`

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
export async function listSubmissions(
  pool: Pool,
  gameId: number,
  filter: SubmissionFilter,
  page: Page
): Promise<SubmissionView[]> {
  const found = await readSubmissionPage(pool, SUBMISSION, gameId, filter, page, {
    columns: COLUMNS,
    joins: JOINS,
    total: () => countSubmissions(pool, gameId, filter)
  })
  return found.map(submissionOf)
}

/** SQL: answer `s` waits for a checker, or did. */
const IS_LATE = `(s.late_no IS NOT NULL OR coalesce((SELECT u.waits OR u.waited FROM unjudged u
  WHERE u.game_id = s.game_id AND u.submitted_at = s.submitted_at AND u.submission_id = s.id), false))`

const JUDGED = { ...SUBMISSION, isLate: bool }

export interface JudgedAfter {
  submissions: SubmissionView[]
  /** The position after them, and after answers for a checker, whose verdicts `lateAfter` reads. */
  to: Pick<Cursor, 'at' | 'submission'>
  more: boolean
}

/**
 * Verdicts in the order of sending up to the first that is missing, without those that waited for a checker. Complete, because times, ids
 * and verdicts follow the order of commits (docs/decisions/002). `upTo`: the last position; null for no limit.
 */
export async function judgedAfter(
  pool: Pool,
  gameId: number,
  after: Cursor,
  limit: number,
  upTo: Cursor | null
): Promise<JudgedAfter> {
  const found = await rows(pool, JUDGED, {
    name: 'monitor_judged_after',
    text: `SELECT ${COLUMNS}, ${IS_LATE} AS "isLate"
      FROM (SELECT * FROM submissions s
            WHERE s.game_id = $1 AND (s.submitted_at, s.id) > (${timestampSql('$2')}, $3)
            ORDER BY s.submitted_at, s.id LIMIT $4) s
      ${JOINS} ORDER BY s.submitted_at, s.id`,
    values: [gameId, after.at, after.submission, limit]
  })
  const end = found.findIndex(
    ({ id, at, status, isLate }) =>
      (status === 'FlagSubmitted' && !isLate) || (upTo !== null && isAfter(at.getTime(), id, upTo))
  )
  const judged = end < 0 ? found : found.slice(0, end)
  const last = judged.at(-1)
  return {
    submissions: judged.filter(({ isLate }) => !isLate).map(({ isLate: _, ...one }) => submissionOf(one)),
    to: last
      ? { at: last.at.getTime(), submission: last.id }
      : { at: after.at, submission: after.submission },
    more: end < 0 && found.length === limit
  }
}

const isAfter = (time: number, id: number, { at, submission }: Cursor) =>
  time > at || (time === at && id > submission)

const LATE_VERDICT = { ...SUBMISSION, no: number }

/** Verdicts of answers that waited for a checker, in the order of judging, with their numbers. */
export async function lateAfter(
  pool: Pool,
  gameId: number,
  after: number,
  limit: number
): Promise<{ no: number; submission: SubmissionView }[]> {
  const found = await rows(pool, LATE_VERDICT, {
    name: 'monitor_late_after',
    text: `SELECT ${COLUMNS}, s.late_no AS no FROM submissions s ${JOINS}
      WHERE s.game_id = $1 AND s.late_no > $2 ORDER BY s.late_no LIMIT $3`,
    values: [gameId, after, limit]
  })
  return found.map(({ no, ...one }) => ({ no, submission: submissionOf(one) }))
}

/** The last position without unjudged ones before it but answers for a checker, and the number of their last verdict. */
export async function judgedHead(pool: Pool, gameId: number): Promise<Omit<Cursor, 'event'>> {
  const head = await row(
    pool,
    { at: number, submission: number, late: number },
    {
      name: 'monitor_judged_head',
      text: `
      WITH pending AS (
        SELECT submitted_at, submission_id FROM unjudged
        WHERE game_id = $1 AND NOT waits AND NOT waited ORDER BY submitted_at, submission_id LIMIT 1
      )
      SELECT (extract(epoch FROM s.submitted_at) * 1000)::int8 AS at, s.id AS submission,
        (SELECT coalesce(max(late_no), 0) FROM submissions WHERE game_id = $1 AND late_no IS NOT NULL) AS late
      FROM submissions s
      WHERE s.game_id = $1 AND coalesce((s.submitted_at, s.id) < (SELECT submitted_at, submission_id FROM pending), true)
      ORDER BY s.submitted_at DESC, s.id DESC LIMIT 1`,
      values: [gameId]
    }
  )
  return head ?? { at: 0, submission: 0, late: 0 }
}

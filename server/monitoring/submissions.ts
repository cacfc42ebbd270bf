import type { Database } from '~/server/platform/db'
import { wireTime } from '~/server/platform/time'
import { containing, Where } from '~/server/platform/where'
import type { Cursor, Figures, Page, SubmissionFilter, SubmissionView } from './contract'

type Pool = Database['pool']

export interface SubmissionRow extends Omit<SubmissionView, 'time'> {
  at: Date
}

/** Of a submission `s` after `JOINS`. */
export const COLUMNS = `s.id, s.answer, s.status, s.submitted_at AS at, s.ip, s.challenge_id AS "challengeId",
  p.team_id AS "teamId", coalesce(u.user_name, '') AS "user", t.name AS team, c.title AS challenge`

/** Names of the submissions `s`. */
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
}: SubmissionRow): SubmissionView => ({
  answer,
  status,
  time: wireTime(at),
  user,
  team,
  challenge,
  ...rest
})

function conditions(gameId: number, { type, challenge, team, search }: SubmissionFilter): Where {
  const where = new Where([gameId]).and('s.game_id = $1')
  if (type) where.and('s.status = ?', type)
  if (challenge) where.and('s.challenge_id = ?', challenge)
  if (team)
    where.and('s.participation_id = (SELECT id FROM participations WHERE game_id = $1 AND team_id = ?)', team)
  if (search.trim() !== '')
    where.and(
      `(s.answer ILIKE ?
        OR s.participation_id IN (SELECT p.id FROM participations p JOIN teams t ON t.id = p.team_id
                                  WHERE p.game_id = $1 AND t.name ILIKE ?)
        OR s.user_id IN (SELECT id FROM users WHERE user_name ILIKE ?))`,
      containing(search)
    )
  return where
}

/** Newest first. Names are looked up for the page alone. */
export async function submissionsOf(
  pool: Pool,
  gameId: number,
  filter: SubmissionFilter,
  { count, skip }: Page
): Promise<SubmissionView[]> {
  const where = conditions(gameId, filter)
  const { rows } = await pool.query<SubmissionRow>(
    `SELECT ${COLUMNS}
     FROM (SELECT * FROM submissions s WHERE ${where}
           ORDER BY s.submitted_at DESC, s.id DESC LIMIT ${where.value(count)} OFFSET ${where.value(skip)}) s
     ${JOINS} ORDER BY s.submitted_at DESC, s.id DESC`,
    where.values
  )
  return rows.map(submissionOf)
}

export async function countSubmissions(
  pool: Pool,
  gameId: number,
  filter: SubmissionFilter
): Promise<number> {
  const where = conditions(gameId, filter)
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM submissions s WHERE ${where}`,
    where.values
  )
  return rows[0]!.n
}

/** A time that came out of the database as milliseconds, exactly. */
export const instant = (placeholder: string) => `to_timestamp(${placeholder}::float8 / 1000)::timestamptz(3)`

/**
 * Submissions judged after the cursor, in order, at most `limit`. Complete, because within a game submissions get times and
 * ids in the order of commits, and are judged in that order (docs/decisions/002).
 */
export async function judgedAfter(
  pool: Pool,
  gameId: number,
  after: Cursor,
  limit: number
): Promise<SubmissionView[]> {
  const { rows } = await pool.query<SubmissionRow>({
    name: 'monitor_judged_after',
    text: `SELECT ${COLUMNS}
      FROM (SELECT * FROM submissions s
            WHERE s.game_id = $1 AND (s.submitted_at, s.id) > (${instant('$2')}, $3)
            ORDER BY s.submitted_at, s.id LIMIT $4) s
      ${JOINS} ORDER BY s.submitted_at, s.id`,
    values: [gameId, after.at, after.submission, limit]
  })
  const pending = rows.findIndex(({ status }) => status === 'FlagSubmitted')
  return (pending < 0 ? rows : rows.slice(0, pending)).map(submissionOf)
}

/** Up to where everything is judged. */
export async function judgedHead(pool: Pool, gameId: number): Promise<Omit<Cursor, 'event'>> {
  const { rows } = await pool.query<{ at: number; submission: number }>({
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
  })
  return rows[0] ?? { at: 0, submission: 0 }
}

const RECENT_MS = 60_000
const MOST_RECENT = 1000

/** What was judged up to the cursor, by verdict. */
export async function figuresOf(pool: Pool, gameId: number, upTo: Cursor, now: Date): Promise<Figures> {
  const [{ rows }, recent] = await Promise.all([
    pool.query<{ status: keyof Figures['verdicts']; n: number }>(
      `SELECT status, count(*)::int AS n FROM submissions s
       WHERE s.game_id = $1 AND (s.submitted_at, s.id) <= (${instant('$2')}, $3) AND status <> 'FlagSubmitted'
       GROUP BY status`,
      [gameId, upTo.at, upTo.submission]
    ),
    pool.query<{ at: number }>(
      `SELECT (extract(epoch FROM submitted_at) * 1000)::int8 AS at FROM submissions s
       WHERE s.game_id = $1 AND s.submitted_at > $4 AND (s.submitted_at, s.id) <= (${instant('$2')}, $3)
       ORDER BY s.submitted_at DESC, s.id DESC LIMIT ${MOST_RECENT}`,
      [gameId, upTo.at, upTo.submission, new Date(now.getTime() - RECENT_MS)]
    )
  ])
  const verdicts: Figures['verdicts'] = { Accepted: 0, WrongAnswer: 0, CheatDetected: 0, NotFound: 0 }
  for (const { status, n } of rows) verdicts[status] = n
  return { verdicts, recent: recent.rows.map(({ at }) => at) }
}

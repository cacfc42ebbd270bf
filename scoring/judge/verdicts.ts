import { isRight } from '~/server/challenges'
import { bool, nullable, number, oneOf, type RowOf, rows, type Sql, text, uuid } from '~/server/db'
import { endSql } from '~/server/games/contract'
import { hasInstanceSql } from '~/server/instances'
import { REVISION_COLUMNS } from '~/server/ledger'
import { ANSWER_RESULTS } from '~/server/submissions/contract'

const JUDGED = {
  id: number,
  challengeId: number,
  participationId: number,
  userId: nullable(uuid),
  /** Unix milliseconds. */
  at: number,
  /** The stored verdict; players see `shownVerdict`. */
  status: oneOf(ANSWER_RESULTS),
  /** Participation whose flag it was; null unless CheatDetected. */
  sourceId: nullable(number),
  /** The submission became the team's solve: right, in time and the first. */
  solved: bool,
  /** The team is on the public board. */
  counted: bool,
  teamName: text,
  challengeTitle: text,
  challengeOpen: bool,
  /** Counted solves of the challenge before this batch, at most 3. */
  before: number,
  /** The freeze hides it (docs/rules/freeze.md). */
  frozen: bool,
  /** Right, and the team has an instance of the challenge. */
  endsInstance: bool,
  /** A figure of the game, the same in all rows. */
  rebuilds: number
}
export type Judged = RowOf<typeof JUDGED>

const OWN_FLAG = `(SELECT o.flag FROM team_flags o
  WHERE o.challenge_id = t.challenge_id AND o.participation_id = t.participation_id)`

/**
 * Judges the oldest submissions of a game under the lock of its ledger. The INSERT checked team and
 * challenge, so that only flags and clock decide here, however late the judge comes. In a dynamic challenge
 * only the team's own flag is right; another team's is cheating (docs/rules/flags.md#verdicts). Answers that wait for a
 * checker are left (docs/rules/plugins.md#checkers).
 */
const JUDGE = `
  WITH game AS MATERIALIZED (
    SELECT start_at, end_at, division_ends,
           CASE WHEN revealed_at IS NULL THEN freeze_at END AS freeze_at, ${REVISION_COLUMNS}
    FROM games LEFT JOIN board_revisions v ON v.game_id = id WHERE id = $1
  ), due AS MATERIALIZED (
    DELETE FROM unjudged WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM unjudged WHERE game_id = $1 AND NOT waits ORDER BY submitted_at, submission_id LIMIT $2
    ))
    RETURNING submission_id, waited
  ), taken AS MATERIALIZED (
    SELECT s.id, s.challenge_id, s.participation_id, s.user_id, s.answer, s.submitted_at, d.waited,
           (SELECT c.type LIKE 'Dynamic%' FROM challenges c WHERE c.id = s.challenge_id) AS dynamic
    FROM due d JOIN submissions s ON s.id = d.submission_id AND s.status = 'FlagSubmitted'
  ), compared AS MATERIALIZED (
    SELECT t.*,
           ${isRight({ challenge: 't.challenge_id', dynamic: 't.dynamic', own: OWN_FLAG, answer: 't.answer', submission: 't.id' })} AS is_right,
           CASE WHEN t.dynamic THEN (
             SELECT o.participation_id FROM team_flags o
             WHERE o.challenge_id = t.challenge_id AND o.flag = t.answer AND o.participation_id <> t.participation_id
           ) END AS source_id
    FROM taken t
  ), batch AS MATERIALIZED (
    SELECT id, challenge_id, participation_id, user_id, submitted_at, waited, source_id, is_right IS TRUE AS is_right,
           CASE WHEN is_right THEN 'Accepted' WHEN source_id IS NOT NULL THEN 'CheatDetected'
                ELSE 'WrongAnswer' END AS status
    FROM compared
  ), late AS MATERIALIZED (
    SELECT id, (SELECT coalesce(max(late_no), 0) FROM submissions WHERE game_id = $1 AND late_no IS NOT NULL)::int
           + row_number() OVER (ORDER BY submitted_at, id)::int AS late_no
    FROM batch WHERE waited
  ), marked AS (
    UPDATE submissions s
    SET status = b.status, judged_at = clock_timestamp(), late_no = l.late_no
    FROM batch b LEFT JOIN late l ON l.id = b.id
    WHERE s.id = b.id
  ), solved AS (
    INSERT INTO solves (challenge_id, participation_id, game_id, submission_id, user_id, solved_at)
    SELECT b.challenge_id, b.participation_id, $1, b.id, b.user_id, b.submitted_at
    FROM batch b JOIN participations o ON o.id = b.participation_id, game g
    WHERE b.is_right AND b.submitted_at >= g.start_at AND b.submitted_at < ${endSql('g', 'o')}
    ORDER BY b.submitted_at, b.id
    ON CONFLICT DO NOTHING
    RETURNING submission_id
  ), before AS MATERIALIZED (
    SELECT c.challenge_id, (
      SELECT count(*)::int FROM (
        SELECT FROM solves v
        WHERE v.challenge_id = c.challenge_id
          AND (SELECT p.status FROM participations p WHERE p.id = v.participation_id) = 'Accepted'
        LIMIT 3
      ) AS counted
    ) AS solves
    FROM (SELECT DISTINCT challenge_id FROM batch WHERE is_right) AS c
  )
  SELECT b.id, b.challenge_id AS "challengeId", b.participation_id AS "participationId", b.user_id AS "userId",
         (extract(epoch FROM b.submitted_at) * 1000)::int8 AS at, b.status, b.source_id AS "sourceId",
         b.id IN (SELECT submission_id FROM solved) AS solved, p.status = 'Accepted' AS counted, t.name AS "teamName",
         c.title AS "challengeTitle", c.enabled AS "challengeOpen", coalesce(n.solves, 3) AS before,
         coalesce(b.submitted_at >= g.freeze_at, false) AS frozen,
         b.is_right AND ${hasInstanceSql('b.participation_id', 'b.challenge_id')} AS "endsInstance", g.rebuilds
  FROM batch b
  JOIN game g ON true
  JOIN challenges c ON c.id = b.challenge_id
  JOIN participations p ON p.id = b.participation_id
  JOIN teams t ON t.id = p.team_id
  LEFT JOIN before n ON n.challenge_id = b.challenge_id
  ORDER BY b.submitted_at, b.id`

/** Gives up to `limit` flags of a game their verdicts, oldest first, in one statement; empty when none waits. */
export const judgeBatch = (sql: Sql, gameId: number, limit: number): Promise<Judged[]> =>
  rows(sql, JUDGED, { name: 'judge_batch', text: JUDGE, values: [gameId, limit] })

import { nullable, number, type RowOf, rows, type Sql, uuid } from '~/server/db'
import type { SolveChange } from './plan'

/** A game as it is stored. */
export interface CorrectedGame {
  id: number
  start: Date
  /** The end for the last team. */
  end: Date
  /** The end for teams whose division has no later end. */
  regularEnd: Date
  divisions: string[]
  divisionEnds: Readonly<Record<string, string>>
  /** The public board stands still. */
  frozen: boolean
  /** Corrections that move the first ten need a second person. */
  second: boolean
  /** The database's time, which decides what is past and what a freeze hides; the ledger's lock keeps other changes out. */
  now: Date
}

const DIFFERENCE = {
  participationId: number,
  challengeId: number,
  beforeId: nullable(number),
  beforeAt: nullable(number),
  beforeUser: nullable(uuid),
  afterId: nullable(number),
  afterAt: nullable(number),
  afterUser: nullable(uuid)
}

/**
 * Differences between solves and answers: the first right one of each team in time. $1 game, $2 challenges (null: all),
 * $3 and $4 start and regular end (with the extra time of teams), $7 later ends of divisions, $5 answers with another verdict or ruling, $6 whether each counts. A ruling wins over
 * `Accepted`.
 */
const DIFFERENCES = `
  WITH changed AS MATERIALIZED (
    SELECT * FROM unnest($5::int[], $6::boolean[]) AS c (id, counts)
  ), first AS MATERIALIZED (
    SELECT DISTINCT ON (s.challenge_id, s.participation_id)
           s.challenge_id, s.participation_id, s.id, s.submitted_at, s.user_id
    FROM submissions s
    JOIN participations p ON p.id = s.participation_id
    LEFT JOIN changed c ON c.id = s.id
    WHERE s.game_id = $1 AND ($2::int[] IS NULL OR s.challenge_id = ANY ($2))
      AND s.submitted_at >= $3 AND s.submitted_at < greatest($4::timestamptz, $4::timestamptz + p.extra_ms * interval '1 millisecond', ($7::jsonb ->> p.division)::timestamptz)
      AND coalesce(c.counts, CASE s.ruling WHEN 'granted' THEN true WHEN 'voided' THEN false
                             ELSE s.status = 'Accepted' END)
      AND EXISTS (SELECT FROM challenges h WHERE h.id = s.challenge_id)
    ORDER BY s.challenge_id, s.participation_id, s.submitted_at, s.id
  ), stands AS MATERIALIZED (
    SELECT * FROM solves v WHERE v.game_id = $1 AND ($2::int[] IS NULL OR v.challenge_id = ANY ($2))
  )
  SELECT coalesce(v.participation_id, f.participation_id) AS "participationId",
         coalesce(v.challenge_id, f.challenge_id) AS "challengeId",
         v.submission_id AS "beforeId", (extract(epoch FROM v.solved_at) * 1000)::int8 AS "beforeAt",
         v.user_id AS "beforeUser",
         f.id AS "afterId", (extract(epoch FROM f.submitted_at) * 1000)::int8 AS "afterAt", f.user_id AS "afterUser"
  FROM stands v
  FULL JOIN first f ON f.challenge_id = v.challenge_id AND f.participation_id = v.participation_id
  WHERE v.submission_id IS DISTINCT FROM f.id
  ORDER BY 2, 1`

const changeOf = ({ participationId, challengeId, ...found }: RowOf<typeof DIFFERENCE>): SolveChange => ({
  participationId,
  challengeId,
  before:
    found.beforeId === null
      ? null
      : { submissionId: found.beforeId, at: found.beforeAt!, userId: found.beforeUser },
  after:
    found.afterId === null
      ? null
      : { submissionId: found.afterId, at: found.afterAt!, userId: found.afterUser }
})

/** @returns what to change in the solves of `challengeIds`, null for all; `changed`: answers with another verdict or ruling */
export async function diffSolves(
  sql: Sql,
  game: CorrectedGame,
  challengeIds: number[] | null,
  changed: { submissionId: number; counts: boolean }[]
): Promise<SolveChange[]> {
  const found = await rows(sql, DIFFERENCE, DIFFERENCES, [
    game.id,
    challengeIds,
    game.start,
    game.regularEnd,
    changed.map(({ submissionId }) => submissionId),
    changed.map(({ counts }) => counts),
    JSON.stringify(game.divisionEnds)
  ])
  return found.map(changeOf)
}

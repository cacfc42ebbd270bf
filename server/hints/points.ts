import { bonusOf, challengeValue, kindAt, pointsWithBonus } from '~/scoring/rules'
import { nullable, number, numbers, row, rows, type Sql, time } from '~/server/db'
import { bloodBonusOf, DEFAULT_BLOOD_BONUS } from '~/server/games/contract'
import {
  apartFromCorrectionsSinceSql,
  changedAfterSql,
  changedSince,
  freeSolvesSql,
  type RunningBoards
} from '~/server/public-board'

/** Counted solves of challenge `c` before a freeze at $3; $3 null: all. */
const COUNTED = `FROM solves o JOIN participations q ON q.id = o.participation_id AND q.status = 'Accepted'
  WHERE o.challenge_id = c.id AND ($3::timestamptz IS NULL OR o.solved_at < $3)`

const SOLVED = `
  SELECT c.original_score AS score, c.min_score_rate AS "minRate", c.difficulty, c.point_values AS "values",
    (SELECT count(*)::int ${COUNTED}) AS solved, ${freeSolvesSql('$3')} AS free,
    (SELECT count(*)::int FROM (SELECT ${COUNTED}
       AND (o.solved_at, o.submission_id) < (s.solved_at, s.submission_id) LIMIT 3) earlier) AS place
  FROM solves s JOIN challenges c ON c.id = s.challenge_id AND c.enabled
  WHERE s.game_id = $1 AND s.participation_id = $2 AND ($3::timestamptz IS NULL OR s.solved_at < $3)`

const AWARDS = `
  SELECT g.blood_bonus AS bonus, (
    SELECT sum((e.payload->>'points')::int)::int FROM score_events e
    WHERE e.game_id = g.id AND e.participation_id = $2 AND e.kind = 'award'
      AND ($3::timestamptz IS NULL OR e.at < $3 OR e.payload ? 'hint')) AS points
  FROM games g WHERE g.id = $1`

/** Prices of hints that team $2 has bought since a freeze at $3. */
const BOUGHT_SINCE = `
  SELECT coalesce(sum((e.payload->>'points')::int), 0)::int AS points FROM score_events e
  WHERE e.game_id = $1 AND e.participation_id = $2 AND e.kind = 'award' AND e.payload ? 'hint' AND e.at >= $3
    AND ${apartFromCorrectionsSinceSql('$3')}`

/** Points of a team on the public board, which tells nothing of corrections behind its freeze, less the hints bought since. */
async function shownPointsOf(
  sql: Sql,
  boards: RunningBoards,
  { gameId, participationId, frozen }: { gameId: number; participationId: number; frozen: Date }
): Promise<number> {
  const shown = (await boards.at(sql, gameId, frozen)).teams.get(participationId)?.score ?? 0
  const bought = await row(sql, { points: number }, BOUGHT_SINCE, [gameId, participationId, frozen])
  return shown + bought!.points
}

/** SQL: when game $1 froze, if results were corrected behind its freeze. */
const CORRECTED = `
  SELECT g.freeze_at AS frozen FROM games g
  WHERE g.id = $1 AND g.revealed_at IS NULL AND g.freeze_at <= clock_timestamp() AND ${changedAfterSql('g.id', 'g.freeze_at')}`

/**
 * Folds the ledger up to now before its lock is taken, because the judge waits for the lock. `readTeamPoints` then folds only the new
 * entries.
 */
export async function preparePoints(sql: Sql, boards: RunningBoards, gameId: number): Promise<void> {
  const found = await row(sql, { frozen: time }, CORRECTED, [gameId])
  if (found) await boards.prepare(sql, gameId, found.frozen)
}

/**
 * Points of an Accepted team from rows, because folding a ledger takes long. The caller holds the ledger's lock.
 * `frozen`: counts what the public board shows and all bought hints, so that a refusal reveals nothing hidden; from the
 * ledger once results were corrected behind the freeze, because the rows have forgotten what was there before.
 */
export async function readTeamPoints(
  sql: Sql,
  boards: RunningBoards,
  { gameId, participationId, frozen }: { gameId: number; participationId: number; frozen: Date | null }
): Promise<number> {
  if (frozen && (await changedSince(sql, gameId, frozen)))
    return shownPointsOf(sql, boards, { gameId, participationId, frozen })
  const values = [gameId, participationId, frozen]
  const found = await row(sql, { bonus: number, points: nullable(number) }, AWARDS, values)
  const bonus = bloodBonusOf(found?.bonus ?? DEFAULT_BLOOD_BONUS) ?? bloodBonusOf(DEFAULT_BLOOD_BONUS)!
  const shape = {
    score: number,
    minRate: number,
    difficulty: number,
    values: nullable(numbers),
    solved: number,
    free: number,
    place: number
  }
  const solves = await rows(sql, shape, SOLVED, values)
  return solves.reduce((sum, { solved, free, place, values, ...terms }) => {
    const value = challengeValue({ ...terms, values: values ?? undefined }, solved - free)
    return sum + pointsWithBonus(value, bonusOf(kindAt(place), bonus))
  }, found?.points ?? 0)
}

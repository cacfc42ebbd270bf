import { bool, number, type Pool, rows } from '~/server/db'
import { likePattern } from '~/server/platform/sql-conditions'
import { GRANTED_SINCE_SQL, knownSolvedSql } from '~/server/public-board'
import { isUnlockedSql } from '~/server/requirements'

const MAX_FOUND = 1000

const FOUND = { id: number, text: bool, shown: bool }

/** Ids of enabled challenges by text and filter: `tried` (not solved) or `instance`. */
export async function findChallengeIds(
  pool: Pool,
  { gameId, participationId }: { gameId: number; participationId: number },
  search: string,
  show: string
): Promise<{ texts: number[]; shown: number[] }> {
  const found = await rows(pool, FOUND, {
    name: 'challenges_found',
    text: `SELECT c.id, $3 <> '' AND ${isUnlockedSql('$2')} AND (c.content ILIKE $3 OR array_to_string(c.hints, E'\\n') ILIKE $3) AS text,
        CASE $4::text WHEN 'instance' THEN c.type LIKE '%Container'
          WHEN 'tried' THEN EXISTS (SELECT FROM submissions s WHERE s.participation_id = $2 AND s.challenge_id = c.id
              AND NOT ${GRANTED_SINCE_SQL})
            AND NOT (${knownSolvedSql({ challenge: 'c.id', participation: '$2' })})
          ELSE false END AS shown
      FROM challenges c JOIN games g ON g.id = c.game_id WHERE c.game_id = $1 AND c.enabled ORDER BY c.id LIMIT ${MAX_FOUND}`,
    values: [gameId, participationId, search && likePattern(search), show]
  })
  const ids = (of: 'text' | 'shown') => found.flatMap((one) => (one[of] ? [one.id] : []))
  return { texts: ids('text'), shown: ids('shown') }
}

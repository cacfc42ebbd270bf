import { z } from 'zod'
import { CATEGORY_COLUMNS, CATEGORY_ROW } from '~/server/categories'
import { json, nullable, number, row, rows, type Sql, text, time } from '~/server/db'
import { SqlConditions } from '~/server/platform/sql-conditions'
import { wireTime } from '~/server/platform/time'
import { type FeedbackList, type FeedbackQuery, type FeedbackRow, rating } from './contract'

/** Counts only solves on the board, not revoked ones or those of removed teams. */
const COUNTED = `challenge_feedback f
  JOIN participations p ON p.id = f.participation_id AND p.status = 'Accepted'
  JOIN solves s ON s.challenge_id = f.challenge_id AND s.participation_id = f.participation_id`

/** JSON of the rating of challenge `c`; null without one. */
export const RATING_SQL = `(SELECT json_build_object('average', avg(f.stars)::float8, 'count', count(*)::int)
  FROM ${COUNTED} WHERE f.challenge_id = c.id HAVING count(*) > 0)`
export const ratingColumn = nullable(json(rating))

const person = z.object({ id: z.string(), name: z.string(), team: z.string() })
const FEEDBACK = { id: number, title: text, stars: number, line: text, at: time, person: json(person) }

/**
 * A page of feedback on enabled and disabled challenges, by challenge, best first: so the order does not reveal who rated when.
 */
export async function listFeedback(
  sql: Sql,
  gameId: number,
  { challenge, count, skip }: FeedbackQuery,
  { withPeople }: { withPeople: boolean }
): Promise<FeedbackList> {
  const where = new SqlConditions([gameId]).and('c.game_id = $1')
  if (challenge) where.and('c.id = ?', challenge)
  const from = `FROM ${COUNTED} JOIN challenges c ON c.id = f.challenge_id
    JOIN users u ON u.id = f.user_id JOIN teams t ON t.id = p.team_id WHERE ${where}`
  const counted = await row(sql, { total: number }, `SELECT count(*)::int AS total ${from}`, where.values)
  const found = await rows(
    sql,
    FEEDBACK,
    `SELECT c.id, c.title, f.stars, f.line, f.at,
       json_build_object('id', u.id, 'name', u.user_name, 'team', t.name) AS person
     ${from} ORDER BY c.title, c.id, f.stars DESC, f.line, md5(f.user_id::text || c.id)
     LIMIT ${where.value(count)} OFFSET ${where.value(skip)}`,
    where.values
  )
  const data = found.map(
    ({ id, title, stars, line, at, person }): FeedbackRow => ({
      challenge: { id, title },
      stars,
      line,
      time: withPeople ? wireTime(at) : null,
      user: withPeople ? person : null
    })
  )
  return { data, total: counted!.total }
}

const RATED = { id: number, title: text, ...CATEGORY_ROW, rating: ratingColumn }

/** Every challenge of a game with its rating. */
export async function listRatings(sql: Sql, gameId: number) {
  return rows(
    sql,
    RATED,
    `SELECT c.id, c.title, ${CATEGORY_COLUMNS}, ${RATING_SQL} AS rating FROM challenges c WHERE c.game_id = $1 ORDER BY c.title, c.id`,
    [gameId]
  )
}

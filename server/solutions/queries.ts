import { assetUrl } from '~/server/assets/contract'
import { CATEGORY_COLUMNS, CATEGORY_ROW } from '~/server/categories'
import { compareCategories, shownCategory } from '~/server/categories/constants'
import { bool, nullable, number, row, rows, type Sql, text } from '~/server/db'
import { RATING_SQL, ratingColumn } from '~/server/feedback'
import type { PublicWriteup } from './contract'
import { OVER_SQL } from './over'

/** A page shows no more; the newest come first. */
const MAX_WRITEUPS = 200

const CHALLENGE = {
  id: number,
  title: text,
  ...CATEGORY_ROW,
  rating: ratingColumn
}
const COLUMNS = `c.id, c.title, ${CATEGORY_COLUMNS}, ${RATING_SQL} AS rating`
const PUBLISHED = `c.solution_public AND c.solution <> ''`
const FROM = `FROM challenges c JOIN games g ON g.id = c.game_id AND ${OVER_SQL} WHERE c.game_id = $1 AND c.enabled`

/** Enabled challenges of a game that is over, by category. */
export async function listSolutions(sql: Sql, gameId: number) {
  const found = await rows(
    sql,
    { ...CHALLENGE, solution: bool },
    `SELECT ${COLUMNS}, ${PUBLISHED} AS solution ${FROM} ORDER BY c.title, c.id`,
    [gameId]
  )
  return found.toSorted((a, b) => compareCategories(shownCategory(a), shownCategory(b)))
}

/** Null for a challenge that is disabled or unknown, and of a game that is not over. */
export const findSolution = (sql: Sql, gameId: number, challengeId: number) =>
  row(
    sql,
    { ...CHALLENGE, solution: nullable(text) },
    `SELECT ${COLUMNS}, CASE WHEN ${PUBLISHED} THEN c.solution END AS solution ${FROM} AND c.id = $2`,
    [gameId, challengeId]
  )

/** Published ones of a game that is over, of teams that solved a challenge when that is given. */
export async function listPublicWriteups(
  sql: Sql,
  gameId: number,
  challengeId: number | null = null
): Promise<PublicWriteup[]> {
  const found = await rows(
    sql,
    { id: number, team: text, hash: text, name: text, size: number },
    `SELECT t.id, t.name AS team, w.hash, w.name, b.size
     FROM games g JOIN participations p ON p.game_id = g.id AND p.status = 'Accepted'
       JOIN writeups w ON w.participation_id = p.id AND w.consent AND w.published
       JOIN teams t ON t.id = p.team_id JOIN blobs b ON b.hash = w.hash
     WHERE g.id = $1 AND ${OVER_SQL} AND ($2::int IS NULL OR EXISTS (
       SELECT FROM solves s WHERE s.challenge_id = $2 AND s.participation_id = p.id))
     ORDER BY w.uploaded_at DESC, p.id LIMIT ${MAX_WRITEUPS}`,
    [gameId, challengeId]
  )
  return found.map(({ id, team, hash, name, size }) => ({
    team: { id, name: team },
    url: assetUrl(hash, name),
    fileSize: size
  }))
}

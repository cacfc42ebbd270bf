import { CATEGORY_COLUMNS, CATEGORY_ROW } from '~/server/categories'
import { compareCategories, shownCategory } from '~/server/categories/constants'
import { number, type Pool, type RowOf, row, rows, text } from '~/server/db'

const CHALLENGE = { id: number, title: text, ...CATEGORY_ROW }
export type WatchedChallenge = RowOf<typeof CHALLENGE>

/** By category and title. */
export async function listWatchedChallenges(pool: Pool, gameId: number): Promise<WatchedChallenge[]> {
  const found = await rows(
    pool,
    CHALLENGE,
    `SELECT c.id, c.title, ${CATEGORY_COLUMNS} FROM challenges c WHERE c.game_id = $1 ORDER BY c.title, c.id`,
    [gameId]
  )
  return found.toSorted((a, b) => compareCategories(shownCategory(a), shownCategory(b)))
}

/** Null when the team is not in this game. */
export async function findTeamName(pool: Pool, gameId: number, teamId: number): Promise<string | null> {
  const team = await row(
    pool,
    { name: text },
    `SELECT t.name FROM participations p JOIN teams t ON t.id = p.team_id WHERE p.game_id = $1 AND p.team_id = $2`,
    [gameId, teamId]
  )
  return team?.name ?? null
}

import { CHALLENGE_CATEGORIES } from '~/server/challenges/constants'
import { number, oneOf, type Pool, type RowOf, row, rows, text } from '~/server/db'

const CHALLENGE = { id: number, title: text, category: oneOf(CHALLENGE_CATEGORIES) }
export type WatchedChallenge = RowOf<typeof CHALLENGE>

export function listWatchedChallenges(pool: Pool, gameId: number): Promise<WatchedChallenge[]> {
  return rows(
    pool,
    CHALLENGE,
    'SELECT id, title, category FROM challenges WHERE game_id = $1 ORDER BY category, title, id',
    [gameId]
  )
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

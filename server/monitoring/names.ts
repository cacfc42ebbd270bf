import type { ChallengeCategory } from '~/server/challenges/contract'
import type { Database } from '~/server/platform/db'

type Pool = Database['pool']

/** A challenge as lists name it. */
export interface WatchedChallenge {
  id: number
  title: string
  category: ChallengeCategory
}

export async function challengesOf(pool: Pool, gameId: number): Promise<WatchedChallenge[]> {
  const { rows } = await pool.query<WatchedChallenge>(
    'SELECT id, title, category FROM challenges WHERE game_id = $1 ORDER BY category, title, id',
    [gameId]
  )
  return rows
}

export async function teamNameOf(pool: Pool, gameId: number, teamId: number): Promise<string | null> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT t.name FROM participations p JOIN teams t ON t.id = p.team_id WHERE p.game_id = $1 AND p.team_id = $2`,
    [gameId, teamId]
  )
  return rows[0]?.name ?? null
}

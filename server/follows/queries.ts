import { number, numbers, rows, type Sql } from '~/server/db'

/**
 * For each account and game, the ids of followed teams that play there now. LIMIT makes Postgres start with a row of `follows`:
 * before it has analysed the tables, a join would scan all teams of the game for each player.
 */
export async function followedBy(
  sql: Sql,
  asked: readonly { gameId: number; userId: string }[]
): Promise<number[][]> {
  const found = await rows(
    sql,
    { teams: numbers },
    {
      name: 'follows_of',
      text: `SELECT ARRAY(
               SELECT playing.team_id FROM follows f CROSS JOIN LATERAL (
                 SELECT p.team_id FROM participations p
                 WHERE p.id = f.participation_id AND p.game_id = asked.game_id AND p.status = 'Accepted' LIMIT 1) playing
               WHERE f.user_id = asked.user_id ORDER BY f.place, f.participation_id) AS teams
             FROM unnest($1::int[], $2::uuid[]) WITH ORDINALITY AS asked (game_id, user_id, place) ORDER BY asked.place`,
      values: [asked.map(({ gameId }) => gameId), asked.map(({ userId }) => userId)]
    }
  )
  return found.map(({ teams }) => teams)
}

/** Returns those of the teams that play in the game, in the order of the ids. Locks them against deletion. */
export const lockFollowedParticipations = (sql: Sql, gameId: number, teamIds: readonly number[]) =>
  rows(
    sql,
    { teamId: number, participationId: number },
    `SELECT p.team_id AS "teamId", p.id AS "participationId" FROM participations p
     WHERE p.game_id = $1 AND p.team_id = ANY($2::int[]) AND p.status = 'Accepted'
     ORDER BY array_position($2::int[], p.team_id) FOR KEY SHARE`,
    [gameId, teamIds]
  )

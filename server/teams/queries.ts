import type { Database } from '~/server/platform/db'
import type { TeamMemberView, TeamView } from './contract'
import { effectiveLock } from './lock'

interface Row extends Omit<TeamView, 'members'> {
  members: TeamMemberView[] | null
}

const VIEW = `
  SELECT t.id, t.name, t.bio, '/assets/' || t.avatar_hash || '/avatar' AS avatar, ${effectiveLock('t', '$1')} AS locked,
    (SELECT json_agg(json_build_object('id', u.id, 'userName', u.user_name, 'bio', u.bio,
              'avatar', '/assets/' || u.avatar_hash || '/avatar', 'captain', u.id = t.captain_id)
            ORDER BY (u.id = t.captain_id) DESC, m.joined_at, u.id)
     FROM team_members m JOIN users u ON u.id = m.user_id WHERE m.team_id = t.id) AS members
  FROM teams t`

/** The team as anybody may see it; null when there is none. */
export async function teamById(pool: Database['pool'], now: Date, id: number): Promise<TeamView | null> {
  const { rows } = await pool.query<Row>(`${VIEW} WHERE t.id = $2`, [now, id])
  return rows[0] ? { ...rows[0], members: rows[0].members ?? [] } : null
}

/** All teams the user is a member of, oldest membership first. */
export async function teamsOf(pool: Database['pool'], now: Date, userId: string): Promise<TeamView[]> {
  const { rows } = await pool.query<Row>(
    `${VIEW} JOIN team_members own ON own.team_id = t.id AND own.user_id = $2 ORDER BY own.joined_at, t.id`,
    [now, userId]
  )
  return rows.map((row) => ({ ...row, members: row.members ?? [] }))
}

/** Games whose board shows the team. */
export async function gamesOf(pool: Database['pool'], teamId: number): Promise<number[]> {
  const { rows } = await pool.query<{ gameId: number }>(
    `SELECT game_id AS "gameId" FROM participations WHERE team_id = $1 AND status = 'Accepted'`,
    [teamId]
  )
  return rows.map(({ gameId }) => gameId)
}

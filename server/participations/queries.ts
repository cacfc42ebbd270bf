import type { ProfileView } from '~/server/accounts/contract'
import type { Database } from '~/server/platform/db'
import { wireTime } from '~/server/platform/time'
import { effectiveLock } from '~/server/teams'
import type { ParticipationInfo, TeamChoice } from './contract'

interface Row {
  id: number
  status: ParticipationInfo['status']
  organization: string | null
  createdAt: Date
  registeredMembers: string[]
  team: Omit<ParticipationInfo['team'], 'members'>
  members: ProfileView[] | null
}

/** Every registration of a game with its team and members, by team id. */
export async function participationsOf(
  pool: Database['pool'],
  now: Date,
  gameId: number
): Promise<ParticipationInfo[]> {
  const { rows } = await pool.query<Row>(
    `SELECT p.id, p.status, p.division AS organization, p.created_at AS "createdAt",
       ARRAY(SELECT r.user_id FROM registrations r WHERE r.participation_id = p.id ORDER BY r.created_at, r.user_id)
         AS "registeredMembers",
       json_build_object('id', t.id, 'name', t.name, 'bio', t.bio, 'avatar', '/assets/' || t.avatar_hash || '/avatar',
         'locked', ${effectiveLock('t', '$2')}, 'captainId', t.captain_id) AS team,
       (SELECT json_agg(json_build_object('userId', u.id, 'userName', u.user_name, 'email', u.email, 'bio', u.bio,
            'phone', u.phone, 'realName', u.real_name, 'stdNumber', u.std_number,
            'avatar', '/assets/' || u.avatar_hash || '/avatar', 'role', u.role) ORDER BY m.joined_at, u.id)
        FROM team_members m JOIN users u ON u.id = m.user_id WHERE m.team_id = t.id) AS members
     FROM participations p JOIN teams t ON t.id = p.team_id WHERE p.game_id = $1 ORDER BY t.id`,
    [gameId, now]
  )
  return rows.map(({ team, members, createdAt, ...row }) => ({
    ...row,
    createdAt: wireTime(createdAt),
    team: { ...team, members: members ?? [] }
  }))
}

/** The user's teams and their places in the game, oldest membership first. */
export async function choicesOf(
  pool: Database['pool'],
  gameId: number,
  userId: string
): Promise<TeamChoice[]> {
  const { rows } = await pool.query<TeamChoice>(
    `SELECT t.id, t.name, p.status, p.division,
       (SELECT count(*)::int FROM team_members m WHERE m.team_id = t.id) AS members,
       (SELECT count(*)::int FROM registrations r WHERE r.participation_id = p.id) AS players,
       EXISTS (SELECT 1 FROM registrations r WHERE r.participation_id = p.id AND r.user_id = $2) AS own
     FROM team_members own JOIN teams t ON t.id = own.team_id
       LEFT JOIN participations p ON p.team_id = t.id AND p.game_id = $1
     WHERE own.user_id = $2 ORDER BY own.joined_at, t.id`,
    [gameId, userId]
  )
  return rows
}

/** Names of those who signed up for the participation, first come first. */
export async function playersOf(pool: Database['pool'], participationId: number): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT u.user_name AS name FROM registrations r JOIN users u ON u.id = r.user_id
     WHERE r.participation_id = $1 ORDER BY r.created_at, u.id`,
    [participationId]
  )
  return rows.map(({ name }) => name)
}

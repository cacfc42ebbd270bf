import type { ProfileView } from '~/server/accounts/contract'
import type { Database } from '~/server/platform/db'
import { effectiveLock } from '~/server/teams'
import type { ParticipationInfo } from './contract'

interface Row {
  id: number
  status: ParticipationInfo['status']
  organization: string | null
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
    `SELECT p.id, p.status, p.division AS organization,
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
  return rows.map(({ team, members, ...row }) => ({ ...row, team: { ...team, members: members ?? [] } }))
}

import type { StoredStatus } from '~/server/games/contract'
import type { Database } from '~/server/platform/db'
import type { CheatInfo, SubmissionView } from './contract'
import { COLUMNS, JOINS, type SubmissionRow, submissionOf } from './submissions'

interface Side {
  id: number
  teamId: number
  name: string
  avatar: string | null
  status: StoredStatus
  organization: string | null
}

interface Row extends SubmissionRow {
  submitted: Side
  owned: Side
  sameAddress: boolean
}

/** More than this no page shows and nobody reads; the newest count. */
const MOST = 1000

const side = (participation: string, team: string) =>
  `json_build_object('id', ${participation}.id, 'teamId', ${team}.id, 'name', ${team}.name,
     'avatar', '/assets/' || ${team}.avatar_hash || '/avatar', 'status', ${participation}.status,
     'organization', ${participation}.division)`

const participation = ({ id, teamId, name, avatar, status, organization }: Side) => ({
  id,
  team: { id: teamId, name, avatar },
  status,
  organization
})

/** Flags used by teams they were not issued to, newest first. */
export async function cheatsOf(pool: Database['pool'], gameId: number): Promise<CheatInfo[]> {
  const { rows } = await pool.query<Row>(
    `SELECT ${COLUMNS}, ${side('p', 't')} AS submitted, ${side('q', 'o')} AS owned,
       EXISTS (SELECT FROM submissions o WHERE o.participation_id = q.id AND o.ip = s.ip) AS "sameAddress"
     FROM cheats h
     JOIN submissions s ON s.id = h.submission_id
     ${JOINS}
     JOIN participations q ON q.id = h.source_participation_id
     JOIN teams o ON o.id = q.team_id
     WHERE h.game_id = $1 ORDER BY h.submission_id DESC LIMIT ${MOST}`,
    [gameId]
  )
  return rows.map(({ submitted, owned, sameAddress, ...submission }) => ({
    ownedTeam: participation(owned),
    submitTeam: participation(submitted),
    submission: submissionOf(submission) satisfies SubmissionView,
    sameAddress
  }))
}

/** How many there are. */
export async function countCheats(pool: Database['pool'], gameId: number): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM cheats WHERE game_id = $1',
    [gameId]
  )
  return rows[0]!.n
}

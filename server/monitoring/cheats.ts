import { z } from 'zod'
import { bool, json, number, type Pool, row, rows } from '~/server/db'
import { STORED_STATUSES } from '~/server/games/contract'
import type { CheatInfo, SubmissionView } from './contract'
import { COLUMNS, JOINS, SUBMISSION, submissionOf } from './submissions'

const side = z.object({
  id: z.int(),
  teamId: z.int(),
  name: z.string(),
  avatar: z.string().nullable(),
  status: z.enum(STORED_STATUSES),
  organization: z.string().nullable()
})
const CHEAT = { ...SUBMISSION, submitted: json(side), owned: json(side), sameAddress: bool }

const MAX_CHEATS = 1000

const sideSql = (participation: string, team: string) =>
  `json_build_object('id', ${participation}.id, 'teamId', ${team}.id, 'name', ${team}.name,
     'avatar', '/assets/' || ${team}.avatar_hash || '/avatar', 'status', ${participation}.status,
     'organization', ${participation}.division)`

const participation = ({ id, teamId, name, avatar, status, organization }: z.infer<typeof side>) => ({
  id,
  team: { id: teamId, name, avatar },
  status,
  organization
})

/**
 * Newest first, at most `MAX_CHEATS`. `sameAddress`: the team that owns the flag has submitted from this address too.
 */
export async function listCheats(pool: Pool, gameId: number): Promise<CheatInfo[]> {
  const cheats = await rows(
    pool,
    CHEAT,
    `SELECT ${COLUMNS}, ${sideSql('p', 't')} AS submitted, ${sideSql('q', 'o')} AS owned,
       EXISTS (SELECT FROM submissions o WHERE o.participation_id = q.id AND o.ip = s.ip) AS "sameAddress"
     FROM cheats h
     JOIN submissions s ON s.id = h.submission_id
     ${JOINS}
     JOIN participations q ON q.id = h.source_participation_id
     JOIN teams o ON o.id = q.team_id
     WHERE h.game_id = $1 ORDER BY h.submission_id DESC LIMIT ${MAX_CHEATS}`,
    [gameId]
  )
  return cheats.map(({ submitted, owned, sameAddress, ...submission }) => ({
    ownedTeam: participation(owned),
    submitTeam: participation(submitted),
    submission: submissionOf(submission) satisfies SubmissionView,
    sameAddress
  }))
}

export async function countCheats(pool: Pool, gameId: number): Promise<number> {
  const text = 'SELECT count(*)::int AS n FROM cheats WHERE game_id = $1'
  return (await row(pool, { n: number }, text, [gameId]))!.n
}

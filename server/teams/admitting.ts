import type { Change } from '~/server/change'
import { row, uuid } from '~/server/db'
import { AppError, isUniqueViolation } from '~/server/platform/errors'

/**
 * Adds a member, whose own request to the team is then settled. The caller holds a lock on the team.
 * @throws AppError `team.already_member`
 */
export async function addMember(tx: Change, teamId: number, userId: string): Promise<void> {
  try {
    await tx.query('INSERT INTO team_members (team_id, user_id, joined_at) VALUES ($1, $2, $3)', [
      teamId,
      userId,
      tx.ctx.now
    ])
  } catch (error) {
    if (isUniqueViolation(error, 'team_members_pkey')) throw new AppError('team.already_member')
    throw error
  }
  const settled = await row(
    tx,
    { captainId: uuid },
    `DELETE FROM team_requests q USING teams t WHERE q.team_id = $1 AND q.user_id = $2 AND q.state <> 'Accepted' AND t.id = q.team_id
     RETURNING t.captain_id AS "captainId"`,
    [teamId, userId]
  )
  tx.invalidate(`user:${userId}`)
  if (settled) tx.invalidate(`user:${settled.captainId}`)
}

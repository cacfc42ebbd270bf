import type { Change } from '~/server/change'
import { rewriteBloodNotices } from '~/server/corrections'
import { number, row, rows, type Sql, uuid } from '~/server/db'
import { endedBy, endInstances } from '~/server/instances'
import { moveToTrash } from '~/server/trash'
import type { TeamRemoval } from './contract'
import { leftSomethingSql } from './emptied'
import { type LockedTeam, lockedTeamTags } from './lock'

const REMOVAL = { members: number, games: number, boards: number, submissions: number, solves: number }

/** What goes with the team. Null when there is none, or one of a rehearsal. */
export async function countTeamRemoval(sql: Sql, teamId: number): Promise<TeamRemoval | null> {
  const removal = await row(
    sql,
    REMOVAL,
    `SELECT (SELECT count(*)::int FROM team_members m WHERE m.team_id = t.id) AS members, own.games, own.boards,
       own.submissions, own.solves
     FROM teams t CROSS JOIN LATERAL (
       SELECT count(*)::int AS games, count(*) FILTER (WHERE p.status = 'Accepted')::int AS boards,
         coalesce(sum((SELECT count(*) FROM submissions s WHERE s.participation_id = p.id)), 0)::int AS submissions,
         coalesce(sum((SELECT count(*) FROM solves s WHERE s.participation_id = p.id)), 0)::int AS solves
       FROM participations p WHERE p.team_id = t.id) own
     WHERE t.id = $1 AND t.rehearsal IS NULL`,
    [teamId]
  )
  return removal ?? null
}

/** A part in a game that others may miss: a place on the board, or what the team left. */
const LEFT_SOMETHING = `SELECT FROM participations p WHERE p.team_id = $1 AND (p.status IN ('Accepted', 'Suspended')
  OR ${leftSomethingSql('p')}) LIMIT 1`

/** Whether a team that its captain disbands goes to the trash (docs/rules/teams.md#disband). */
export const hasTakenPart = async (sql: Sql, teamId: number): Promise<boolean> =>
  (await sql.query(LEFT_SOMETHING, [teamId])).rowCount === 1

/**
 * Deletes a team, locked with all its games, and unless it is `forGood` copies all rows to the trash (docs/rules/teams.md#deletion).
 * Accounts, notices and ledgers stay, but bloods pass on; a ledger where the team counts gets a `withdraw`, so that its fold
 * agrees with the tables.
 */
export async function removeTeam(tx: Change, team: LockedTeam, { forGood = false } = {}): Promise<void> {
  const { id, places } = team
  const { now } = tx.ctx
  const users = await rows(
    tx,
    { id: uuid },
    `SELECT user_id AS id FROM team_members WHERE team_id = $1
     UNION SELECT r.user_id FROM registrations r JOIN participations p ON p.id = r.participation_id
     WHERE p.team_id = $1`,
    [id]
  )
  const counted = places.filter(({ status }) => status === 'Accepted' || status === 'Suspended')
  for (const { gameId, participationId } of counted) {
    const gone = await tx.append(gameId, [{ kind: 'withdraw', at: now.getTime(), participationId }])
    await rewriteBloodNotices(tx, gameId, gone)
  }
  const participationIds = places.map(({ participationId }) => participationId)
  if (participationIds.length > 0)
    await endInstances(tx, { participationIds }, 'team_deleted', endedBy(tx.ctx))
  // As late as possible, because these games take no flags now.
  await tx.lock({ intake: places.map(({ gameId }) => gameId) })
  if (!forGood) await moveToTrash(tx, { kind: 'team', id, title: team.name })
  await tx.query('DELETE FROM teams WHERE id = $1', [id])
  // A team with extra time takes the last end of its games along.
  tx.invalidate(...places.map(({ gameId }) => `game:${gameId}`))
  tx.invalidate(...lockedTeamTags(team), ...users.map((user) => `user:${user.id}`))
}

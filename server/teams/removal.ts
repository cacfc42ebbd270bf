import type { Ctx } from '~/server/accounts/contract'
import { endInstances } from '~/server/instances'
import { append, lockIntake } from '~/server/ledger'
import type { Database, Sql } from '~/server/platform/db'
import type { TeamRemoval } from './contract'
import type { HeldTeam } from './lock'

/** Counts what `removeTeam` would take; null when there is no such team. */
export async function removalOf(sql: Sql | Database['pool'], teamId: number): Promise<TeamRemoval | null> {
  const { rows } = await sql.query<TeamRemoval>(
    `SELECT (SELECT count(*)::int FROM team_members m WHERE m.team_id = t.id) AS members, own.games, own.boards,
       own.submissions, own.solves
     FROM teams t CROSS JOIN LATERAL (
       SELECT count(*)::int AS games, count(*) FILTER (WHERE p.status = 'Accepted')::int AS boards,
         coalesce(sum((SELECT count(*) FROM submissions s WHERE s.participation_id = p.id)), 0)::int AS submissions,
         coalesce(sum((SELECT count(*) FROM solves s WHERE s.participation_id = p.id)), 0)::int AS solves
       FROM participations p WHERE p.team_id = t.id) own
     WHERE t.id = $1`,
    [teamId]
  )
  return rows[0] ?? null
}

/** Who has to hear that a team is gone. */
export interface Removed {
  users: string[]
  /** Games whose ledger says that the team left the board. */
  games: number[]
}

/**
 * Deletes a team that is held with all its games (decisions.md, Deletion). With the row go memberships,
 * participations, registrations, submissions, solves and events of the games. Accounts, notices and the ledgers stay:
 * each ledger on which the team counts gets a `withdraw`, so that its fold agrees with the tables.
 */
export async function removeTeam(sql: Sql, ctx: Ctx, { id, places }: HeldTeam): Promise<Removed> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT user_id AS id FROM team_members WHERE team_id = $1
     UNION SELECT r.user_id FROM registrations r JOIN participations p ON p.id = r.participation_id
     WHERE p.team_id = $1`,
    [id]
  )
  const counted = places.filter(({ status }) => status === 'Accepted' || status === 'Suspended')
  const at = ctx.now.getTime()
  for (const { gameId, participationId } of counted)
    await append(sql, gameId, [{ kind: 'withdraw', at, participationId }])
  const participationIds = places.map(({ participationId }) => participationId)
  if (participationIds.length > 0)
    await endInstances(sql, { participationIds }, 'team_deleted', {
      at: ctx.now,
      actorId: ctx.actor?.id ?? null
    })
  // Late, since no flag of these games is taken from here on.
  const games = places.map(({ gameId }) => gameId)
  await lockIntake(sql, games)
  await sql.query('DELETE FROM teams WHERE id = $1', [id])
  return { users: rows.map(({ id }) => id), games: counted.map(({ gameId }) => gameId) }
}

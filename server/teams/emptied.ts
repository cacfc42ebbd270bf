import type { Sql } from '~/server/db'

/**
 * Deletes those of the participations for which nobody is registered any more, unless their game has let them in: a team
 * without players does not take part. Call it after registrations went, with the games' ledgers locked.
 */
export async function dropEmptied(sql: Sql, participationIds: readonly number[]): Promise<void> {
  await sql.query(
    `DELETE FROM participations p WHERE p.id = ANY($1::int[]) AND p.status IN ('Pending', 'Rejected')
       AND NOT EXISTS (SELECT 1 FROM registrations r WHERE r.participation_id = p.id)`,
    [participationIds]
  )
}

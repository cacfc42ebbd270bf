import type { Sql } from '~/server/db'

/**
 * Deletes participations without registrations that were not accepted. Call it after removing registrations, under the
 * games' ledger locks.
 */
export async function dropEmptied(sql: Sql, participationIds: readonly number[]): Promise<void> {
  await sql.query(
    `DELETE FROM participations p WHERE p.id = ANY($1::int[]) AND p.status IN ('Pending', 'Rejected')
       AND NOT EXISTS (SELECT 1 FROM registrations r WHERE r.participation_id = p.id)`,
    [participationIds]
  )
}

import type { Sql } from '~/server/db'

/** Deletes unaccepted ones without registrations. Needs the ledger locks; call it after removing registrations. */
export async function dropEmptied(sql: Sql, participationIds: readonly number[]): Promise<void> {
  await sql.query(
    `DELETE FROM participations p WHERE p.id = ANY($1::int[]) AND p.status IN ('Pending', 'Rejected')
       AND NOT EXISTS (SELECT 1 FROM registrations r WHERE r.participation_id = p.id)`,
    [participationIds]
  )
}

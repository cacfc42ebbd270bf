import type { Sql } from '~/server/db'

/**
 * SQL: participation `p` left something that others may miss: what the team sent or read, flags that were given to it, or what staff
 * keep about it. Records of cheating of other teams go with the team whose flag they sent.
 */
export const leftSomethingSql = (p: string): string =>
  `(${[
    ...['submissions', 'writeups', 'tickets', 'case_teams', 'captures', 'game_events', 'team_flags'],
    ...['challenge_openings', 'challenge_downloads', 'hint_purchases']
  ]
    .map((relation) => `EXISTS (SELECT FROM ${relation} l WHERE l.participation_id = ${p}.id)`)
    .join(' OR ')}
   OR EXISTS (SELECT FROM cheats l WHERE l.source_participation_id = ${p}.id))`

/**
 * Deletes unaccepted ones without registrations; those that left something stay, as rejected ones (docs/rules/participation.md#leaving-a-game).
 * Needs the ledger locks; call it after removing registrations.
 */
export async function dropEmptied(sql: Sql, participationIds: readonly number[]): Promise<void> {
  const emptied = `p.id = ANY($1::int[]) AND p.status IN ('Pending', 'Rejected')
    AND NOT EXISTS (SELECT 1 FROM registrations r WHERE r.participation_id = p.id)`
  await sql.query(`DELETE FROM participations p WHERE ${emptied} AND NOT ${leftSomethingSql('p')}`, [
    participationIds
  ])
  // Nobody is there who could be accepted; whoever signs the team up again chooses its division.
  await sql.query(
    `UPDATE participations p SET status = 'Rejected' WHERE ${emptied} AND p.status = 'Pending'`,
    [participationIds]
  )
}

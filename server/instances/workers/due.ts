import { nullable, number, oneOf, type Pool, type RowOf, rows, uuids } from '~/server/db'
import { ANSWERS } from '~/server/engines'
import { endSql } from '~/server/games/contract'
import { END_REASONS } from '../states'

const DUE = {
  game: nullable(number),
  reason: oneOf(END_REASONS),
  ids: uuids
}
/** Instances of one game to end for one reason. */
export type Due = RowOf<typeof DUE>

/** Expired ones, and orphans of changes that forgot them. Clocks stop while an engine is down or silent. */
export async function listDueEnds(pool: Pool, limit: number): Promise<Due[]> {
  return rows(
    pool,
    DUE,
    `SELECT game, reason, array_agg(id) AS ids FROM (
       SELECT i.id, CASE WHEN i.kind = 'team' THEN i.game_id END AS game,
         CASE WHEN i.game_id IS NULL THEN 'game_deleted'
              WHEN i.challenge_id IS NULL THEN 'challenge_deleted'
              WHEN i.kind = 'team' AND i.participation_id IS NULL THEN 'team_deleted'
              WHEN i.kind = 'team' AND p.status <> 'Accepted' THEN 'suspended'
              WHEN i.kind = 'team' AND NOT c.enabled THEN 'challenge_disabled'
              WHEN i.kind = 'team' AND ${endSql('g', 'p')} <= now() AND NOT g.practice_mode THEN 'game_ended'
              WHEN i.state IN ('ready', 'unhealthy') AND i.expires_at <= now() AND ${ANSWERS} THEN 'expired'
         END AS reason
       FROM instances i
       LEFT JOIN games g ON g.id = i.game_id
       LEFT JOIN challenges c ON c.id = i.challenge_id
       LEFT JOIN participations p ON p.id = i.participation_id
       LEFT JOIN engines e ON e.id = i.engine_id
       WHERE i.desired = 'up' AND i.state NOT IN ('ended', 'failed')
     ) due WHERE reason IS NOT NULL GROUP BY game, reason LIMIT $1`,
    [limit]
  )
}

import type { Database } from '~/server/platform/db'
import type { InstanceNews } from './contract'
import type { Signals } from './signals'

/** Tells everybody concerned that instances changed; after the commit. */
export async function tellOf(
  { pool }: Pick<Database, 'pool'>,
  signals: Pick<Signals, 'tell'>,
  ids: readonly string[]
): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await pool.query<InstanceNews>({
    name: 'instance_news',
    text: `SELECT i.id, i.game_id AS "gameId", i.challenge_id AS "challengeId", i.kind, i.state,
             i.participation_id AS "participationId",
             ARRAY(SELECT r.user_id FROM registrations r WHERE r.participation_id = i.participation_id) AS users
           FROM instances i WHERE i.id = ANY($1::uuid[])`,
    values: [ids]
  })
  for (const news of rows) signals.tell(news)
}

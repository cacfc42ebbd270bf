import { notifyScoring } from '~/server/ledger'
import type { Stores } from '../stores/stores'
import { until } from '../until'

/** Lets the scoring process of a platform judge the sent flags, and waits until every flag has a verdict. */
export async function judged(stores: Pick<Stores, 'db' | 'redis'>, gameId: number): Promise<void> {
  await notifyScoring(stores.redis, gameId)
  await until(async () => (await stores.db.pool.query('SELECT FROM unjudged')).rowCount === 0)
}

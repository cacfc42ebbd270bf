import { notifyScoring, reviseBoards } from '~/server/ledger'
import type { Stores } from './stores'

/** What a change does after it wrote other names: fixtures write past the services. */
export async function refreshBoard(
  { db, redis }: Pick<Stores, 'db' | 'redis'>,
  gameId: number
): Promise<void> {
  await reviseBoards(db.pool, [[gameId, 'refresh']])
  await notifyScoring(redis, gameId, 'refresh')
}

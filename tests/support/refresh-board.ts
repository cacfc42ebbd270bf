import { notifyScoring, reviseBoards } from '~/server/ledger'
import type { Stores } from './stores'

/** Fixtures write past the services, so this tells scoring that names have changed. */
export async function refreshBoard(
  { db, redis }: Pick<Stores, 'db' | 'redis'>,
  gameId: number
): Promise<void> {
  await reviseBoards(db.pool, [[gameId, 'refresh']])
  await notifyScoring(redis, gameId, 'refresh')
}

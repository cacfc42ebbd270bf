import { notifyScoring, reviseBoards } from '~/server/ledger'
import type { Stores } from '../stores/stores'

/** Fixtures write past the services, so this tells scoring that names, or with `rebuild` other things, have changed. */
export async function refreshBoard(
  { db, redis }: Pick<Stores, 'db' | 'redis'>,
  gameId: number,
  reason: 'refresh' | 'rebuild' = 'refresh'
): Promise<void> {
  await reviseBoards(db.pool, [[gameId, reason]])
  await notifyScoring(redis, gameId, reason)
}

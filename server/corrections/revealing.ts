import type { Change } from '~/server/change'
import { writeBloodNotices } from './applying'
import { bloodsBehind } from './effect'

/** Announces bloods that a freeze has hidden; needs the ledger's lock. */
export async function revealBloods(tx: Change, gameId: number, frozen: Date): Promise<void> {
  await writeBloodNotices(tx, gameId, await bloodsBehind(tx, gameId, frozen))
}

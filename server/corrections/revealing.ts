import type { Change } from '~/server/change'
import { writeBloodNotices } from './applying'
import { bloodsBehind } from './effect'

/** Tells the bloods that a freeze from a moment on has hidden, inside a change that holds the ledger. */
export async function revealBloods(tx: Change, gameId: number, frozen: Date): Promise<void> {
  await writeBloodNotices(tx, gameId, await bloodsBehind(tx, gameId, frozen))
}

import type { Change } from '~/server/change'
import { writeBloodNotices } from './applying'
import { bloodsBehind } from './effect'
import { expireImpossible } from './expiring'
import { tellHeld } from './news'

/** Announces bloods and tells of corrections that a freeze has hidden; needs the ledger's lock. */
export async function revealHidden(tx: Change, gameId: number, frozen: Date): Promise<void> {
  await writeBloodNotices(tx, gameId, await bloodsBehind(tx, gameId, frozen))
  await tellHeld(tx, gameId)
  await expireImpossible(tx, gameId)
}

import type { Change } from '~/server/change'
import { expireImpossible } from '../drafts/expiring'
import { releaseHeldNews } from '../news'
import { listBloodsBehindFreeze } from '../plan/compare-boards'
import { writeBloodNotices } from './apply-plan'

/** Announces bloods and tells of corrections that a freeze has hidden; needs the ledger's lock. */
export async function revealHidden(tx: Change, gameId: number, frozen: Date): Promise<void> {
  await writeBloodNotices(tx, gameId, await listBloodsBehindFreeze(tx, gameId, frozen))
  await releaseHeldNews(tx, gameId)
  await expireImpossible(tx, gameId)
}

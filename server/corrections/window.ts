import type { Change } from '~/server/change'
import type { Database } from '~/server/db'
import { compare } from './effect'
import { isEmpty } from './plan'
import { planWindow } from './planning'
import { gameOf } from './queries'
import { record } from './recording'

/**
 * Revokes solves outside the new times, and counts right answers inside (docs/rules/corrections.md#times). Needs the
 * ledger's lock; does nothing when there are none.
 */
export async function followWindow(db: Database, tx: Change, gameId: number, reason: string): Promise<void> {
  const plan = await planWindow(tx, await gameOf(tx, gameId))
  if (isEmpty(plan)) return
  const comparison = await compare(tx, gameId, plan, tx.ctx.now.getTime())
  const scope = { challenges: [], teams: [], points: null, incident: null, extension: null }
  await record(db, tx, gameId, { plan, ...comparison }, { kind: 'window', scope, reason })
}

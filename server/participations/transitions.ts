import { nullable, number, oneOf, type RowOf, text } from '~/server/db'
import type { NewScoreEvent } from '~/server/ledger/contract'
import { STORED_STATUSES } from './contract'

export const SHAPE = { id: number, gameId: number, status: oneOf(STORED_STATUSES), division: nullable(text) }
export type Row = RowOf<typeof SHAPE>

/** Ledger entries of a change; a team gets its division when it is admitted. */
export function participationScoreEvents(from: Row, to: Row, at: number): NewScoreEvent[] {
  const participationId = to.id
  if (from.status === 'Pending' && to.status === 'Accepted')
    return [{ kind: 'admit', at, participationId, payload: { division: to.division } }]
  const events: NewScoreEvent[] = []
  const known = from.status === 'Accepted' || from.status === 'Suspended'
  if (known && from.division !== to.division)
    events.push({ kind: 'division', at, participationId, payload: { division: to.division } })
  if (!known || from.status === to.status) return events
  if (to.status === 'Suspended') events.push({ kind: 'suspend', at, participationId })
  if (to.status === 'Accepted') events.push({ kind: 'restore', at, participationId })
  if (to.status === 'Rejected') events.push({ kind: 'withdraw', at, participationId })
  return events
}

export interface Transition {
  from: Row
  to: Row
}

import type { StoredStatus } from '~/server/participations/contract'

interface Move {
  key: string
  to: StoredStatus
  danger: boolean
}

const REJECT: Move = { key: 'reject', to: 'Rejected', danger: true }

/** Actions on a registration by its status (docs/rules/participation.md#states). */
export const MOVES: Record<StoredStatus, Move[]> = {
  Pending: [{ key: 'accept', to: 'Accepted', danger: false }, REJECT],
  Accepted: [{ key: 'suspend', to: 'Suspended', danger: true }, REJECT],
  Suspended: [{ key: 'reinstate', to: 'Accepted', danger: false }, REJECT],
  Rejected: []
}

/** In the order of the list: waiting ones first. */
export const STATUSES = ['Pending', 'Accepted', 'Suspended', 'Rejected'] as const satisfies StoredStatus[]

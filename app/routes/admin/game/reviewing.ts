import type { StoredStatus } from '~/server/participations/contract'

/** What an organiser may do with a registration, by its status (behaviour.md 3.5). */
export const MOVES: Record<StoredStatus, { key: string; to: StoredStatus; danger: boolean }[]> = {
  Pending: [
    { key: 'accept', to: 'Accepted', danger: false },
    { key: 'reject', to: 'Rejected', danger: true }
  ],
  Accepted: [{ key: 'suspend', to: 'Suspended', danger: true }],
  Suspended: [{ key: 'reinstate', to: 'Accepted', danger: false }],
  Rejected: []
}

/** In the order of the list: what waits comes first. */
export const STATUSES = ['Pending', 'Accepted', 'Suspended', 'Rejected'] as const satisfies StoredStatus[]

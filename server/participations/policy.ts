import type { ParticipationStatus, StoredStatus } from './contract'

/** What an administrator may turn a status into (behaviour.md 3.5, decisions.md Suspended). */
const TRANSITIONS: Record<StoredStatus, readonly ParticipationStatus[]> = {
  Pending: ['Accepted', 'Rejected'],
  Accepted: ['Suspended'],
  Suspended: ['Accepted'],
  // Left by the team alone, when a member signs up again.
  Rejected: []
}

export function canBecome(from: StoredStatus, to: ParticipationStatus): boolean {
  return TRANSITIONS[from].includes(to)
}

/** Members may take back their registration until it counts (behaviour.md 3.4). */
export function canLeave(status: StoredStatus): boolean {
  return status === 'Pending' || status === 'Rejected'
}

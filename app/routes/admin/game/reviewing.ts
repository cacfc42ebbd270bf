import { found } from '~/app/request/paging'
import type { ParticipationInfo, StoredStatus } from '~/server/participations/contract'

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

export interface ReviewFilter {
  /** Blank = all. */
  q: string
  status: StoredStatus | null
  /** Null = all. */
  division: string | null
}

/** Team, members and their personal data are what is looked through. */
function fits({ team, status, organization }: ParticipationInfo, filter: ReviewFilter): boolean {
  if (filter.status !== null && status !== filter.status) return false
  if (filter.division !== null && organization !== filter.division) return false
  const people = (team.members ?? []).flatMap(({ userName, realName, email, stdNumber }) => [
    userName,
    realName,
    email,
    stdNumber
  ])
  return found(filter.q, team.name, String(team.id), ...people)
}

const rank = (status: string) => STATUSES.indexOf(status as StoredStatus)

/** The registrations that fit, waiting ones first, then as they came. */
export function reviewList(all: ParticipationInfo[], filter: ReviewFilter): ParticipationInfo[] {
  return all.filter((one) => fits(one, filter)).sort((a, b) => rank(a.status) - rank(b.status) || a.id - b.id)
}

/** How many there are of each status. */
export function countByStatus(all: ParticipationInfo[]): Record<StoredStatus, number> {
  const count = (status: StoredStatus) => all.filter((one) => one.status === status).length
  return {
    Pending: count('Pending'),
    Accepted: count('Accepted'),
    Suspended: count('Suspended'),
    Rejected: count('Rejected')
  }
}

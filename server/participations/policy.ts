import { type GameFacts, limitOf } from '~/server/games/contract'
import { AppError } from '~/server/platform/errors'
import type { Reserved } from '~/server/sign-in/contract'
import type { ParticipationStatus, StoredStatus } from './contract'

/** Allowed changes of a status (docs/rules/participation.md#states); rejection frees an accepted team. */
const TRANSITIONS: Record<StoredStatus, readonly ParticipationStatus[]> = {
  Pending: ['Accepted', 'Rejected'],
  Accepted: ['Suspended', 'Rejected'],
  Suspended: ['Accepted', 'Rejected'],
  // Only a new sign-up by a member changes it.
  Rejected: []
}

/** Whether staff may turn the one status into the other (docs/rules/participation.md#states). */
export function canBecome(from: StoredStatus, to: ParticipationStatus): boolean {
  return TRANSITIONS[from].includes(to)
}

/** See docs/rules/participation.md#leaving-a-game. */
export function canLeave(status: StoredStatus): boolean {
  return status === 'Pending' || status === 'Rejected'
}

/** See docs/rules/participation.md#member-limit. @throws AppError `game.team_member_limit_exceeded` */
export function refuseTooMany(game: GameFacts, division: string | null, members: number): void {
  const limit = limitOf(game, division)
  if (limit > 0 && members > limit) throw new AppError('game.team_member_limit_exceeded')
}

/** See docs/rules/accounts.md#divisions-by-rules. @throws AppError `game.division_unproven` */
export function refuseUnproven({ closed }: Reserved, division: string | null): void {
  if (division !== null && closed.includes(division))
    throw new AppError('game.division_unproven', 400, { params: { division } })
}

/** Null in a game without divisions. @throws AppError `game.organization_invalid` */
export function divisionOf(game: GameFacts, requested: string | null | undefined): string | null {
  if (game.divisions.length === 0) return null
  const division = game.divisions.find((name) => name === requested)
  if (!division) throw new AppError('game.organization_invalid')
  return division
}

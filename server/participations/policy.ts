import type { GameFacts } from '~/server/games/contract'
import { AppError } from '~/server/platform/errors'
import type { ParticipationStatus, StoredStatus } from './contract'

/**
 * What an administrator may turn a status into (docs/rules/participation.md#states); rejection frees an accepted team.
 */
const TRANSITIONS: Record<StoredStatus, readonly ParticipationStatus[]> = {
  Pending: ['Accepted', 'Rejected'],
  Accepted: ['Suspended', 'Rejected'],
  Suspended: ['Accepted', 'Rejected'],
  // Left by the team alone, when a member signs up again.
  Rejected: []
}

export function canBecome(from: StoredStatus, to: ParticipationStatus): boolean {
  return TRANSITIONS[from].includes(to)
}

/** Members may take back their registration until it counts (docs/rules/participation.md#leaving-a-game). */
export function canLeave(status: StoredStatus): boolean {
  return status === 'Pending' || status === 'Rejected'
}

/**
 * The division that was asked for; a game without divisions has none whatever was sent.
 * @throws AppError `game.organization_invalid` when it is not one of the game's
 */
export function divisionOf(game: GameFacts, asked: string | null | undefined): string | null {
  if (game.divisions.length === 0) return null
  const division = game.divisions.find((name) => name === asked)
  if (!division) throw new AppError('game.organization_invalid')
  return division
}

import { type Ctx, reaches } from '~/server/access/contract'
import { LEAST_RATINGS } from './constants'
import type { Rating } from './contract'

/** Scopes of what administrators alone do in a game; to watch one is not enough. */
const SCOPES = ['edit', 'admin'] as const

/** Who rated is for administrators alone, and for their tokens only with one of the scopes. */
export const seesRaters = ({ actor }: Ctx): boolean =>
  actor !== null &&
  reaches(actor.role, 'Admin') &&
  (!actor.token || SCOPES.some((scope) => actor.token!.scopes.includes(scope)))

/** The rating as players may see it after the game; null when it is of too few. */
export const shownToPlayers = (rating: Rating | null): Rating | null =>
  rating && rating.count >= LEAST_RATINGS ? rating : null

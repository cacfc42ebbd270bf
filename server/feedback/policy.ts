import { type Ctx, isAdministrator } from '~/server/access/contract'
import { MIN_RATINGS } from './constants'
import type { Rating } from './contract'

/** True for administrators, who alone see raters; their tokens need a scope of administrators. */
export const seesRaters = ({ actor }: Ctx): boolean => isAdministrator(actor)

/** The rating as players may see it after the game; null when it is of too few. */
export const shownToPlayers = (rating: Rating | null): Rating | null =>
  rating && rating.count >= MIN_RATINGS ? rating : null

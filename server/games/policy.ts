import { type Actor, isStaffIn } from '~/server/access/contract'

/**
 * The copy of a rehearsal exists only for the accounts that were made for it, and nothing else exists for them. Another hidden
 * game exists only for staff, of the platform or of it, for their tokens with a scope of staff, and for teams in it (docs/rules/games.md#hidden-games, docs/rules/rehearsals.md#nobody-sees-it).
 */
export function canSee(
  game: { id: number; hidden: boolean; rehearsal: string | null },
  actor: Actor | null,
  takesPart: boolean
): boolean {
  if (!isOfSameRun(game, actor)) return false
  return game.rehearsal !== null || !game.hidden || takesPart || isStaffIn(actor, game.id)
}

/** True for people and their games. */
export const isOfSameRun = (game: { rehearsal: string | null }, actor: Actor | null): boolean =>
  game.rehearsal === (actor?.rehearsal ?? null)

import { type Actor, reaches } from '~/server/access/contract'

/**
 * Who may know that a game exists (docs/rules/games.md#hidden-games): everybody unless it is hidden; of a hidden one
 * only staff and those whose team takes part. For everybody else there is no such game.
 */
export function canSee(game: { hidden: boolean }, actor: Actor | null, takesPart: boolean): boolean {
  return !game.hidden || takesPart || (actor !== null && reaches(actor.role, 'Monitor'))
}

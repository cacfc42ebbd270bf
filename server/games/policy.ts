import { type Actor, reaches } from '~/server/accounts/contract'

/**
 * Who may know that a game exists (decisions.md, Hidden games): everybody unless it is hidden; a hidden one
 * only staff and those whose team takes part. Everybody else is told that there is no such game.
 */
export function canSee(game: { hidden: boolean }, actor: Actor | null, takesPart: boolean): boolean {
  return !game.hidden || takesPart || (actor !== null && reaches(actor.role, 'Monitor'))
}

import { type Actor, reaches } from '~/server/access/contract'

/** A hidden game exists only for staff and for teams in it (docs/rules/games.md#hidden-games). */
export function canSee(game: { hidden: boolean }, actor: Actor | null, takesPart: boolean): boolean {
  return !game.hidden || takesPart || (actor !== null && reaches(actor.role, 'Monitor'))
}

import { type Actor, isStaffIn } from '~/server/access/contract'

/**
 * True if a game exists for the caller. Copies of rehearsals exist only for the accounts made for them, and such accounts see
 * nothing else. Other hidden games exist only for staff of the platform or the game, whose tokens need a scope of staff, and for
 * teams in them (docs/rules/games.md#hidden-games, docs/rules/rehearsals.md#nobody-sees-it).
 */
export function canSee(
  game: { id: number; hidden: boolean; rehearsal: string | null },
  actor: Actor | null,
  { takesPart }: { takesPart: boolean }
): boolean {
  if (!isOfSameRun(game, actor)) return false
  return game.rehearsal !== null || !game.hidden || takesPart || isStaffIn(actor, game.id)
}

/** True for people and their games. */
export const isOfSameRun = (game: { rehearsal: string | null }, actor: Actor | null): boolean =>
  game.rehearsal === (actor?.rehearsal ?? null)

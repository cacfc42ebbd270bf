import { type Actor, hasRole } from '~/server/access/contract'

export interface SearchSight {
  staff: boolean
  everybody: boolean
  /** Account of a player, for hidden games and playable challenges; null for none. */
  player: string | null
}

/**
 * Visitors see public games; players their games and playable challenges (guardPlay); monitors all games and
 * challenges; administrators also all teams and users. Others find people whose page everybody sees. Everybody finds teams that
 * are accepted in a public game.
 */
export function sightOf(actor: Actor | null): SearchSight {
  return {
    staff: actor !== null && hasRole(actor.role, 'Monitor'),
    everybody: actor !== null && hasRole(actor.role, 'Admin'),
    player: actor !== null && hasRole(actor.role, 'User') ? actor.id : null
  }
}

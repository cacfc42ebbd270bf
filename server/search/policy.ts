import { type Actor, reaches } from '~/server/access/contract'

export interface Sight {
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
export function sightOf(actor: Actor | null): Sight {
  return {
    staff: actor !== null && reaches(actor.role, 'Monitor'),
    everybody: actor !== null && reaches(actor.role, 'Admin'),
    player: actor !== null && reaches(actor.role, 'User') ? actor.id : null
  }
}

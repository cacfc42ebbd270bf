import { type Actor, reaches } from '~/server/access/contract'

/** Whose eyes a search has. */
export interface Sight {
  /** Hidden games, and the challenges of all games, as the monitor's pages name them. */
  staff: boolean
  /** Teams and accounts. */
  everybody: boolean
  /** Account whose hidden games, and whose challenges of games being played, are found; null for none. */
  player: string | null
}

/**
 * What a search may show: visitors see games that are not hidden; players the games they take part in and the challenges
 * they may play now (participations, guardPlay); monitors all games and challenges; administrators teams and users too.
 */
export function sightOf(actor: Actor | null): Sight {
  return {
    staff: actor !== null && reaches(actor.role, 'Monitor'),
    everybody: actor !== null && reaches(actor.role, 'Admin'),
    player: actor !== null && reaches(actor.role, 'User') ? actor.id : null
  }
}

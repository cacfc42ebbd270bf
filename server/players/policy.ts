import type { PageVisibility } from '~/server/accounts/constants'

/** True if the reader may read the page of a player (docs/rules/players.md#who-sees-a-page). */
export const mayRead = (visibility: PageVisibility, reader: { own: boolean; mate: boolean }): boolean =>
  reader.own || visibility === 'Everybody' || (visibility === 'TeamMates' && reader.mate)

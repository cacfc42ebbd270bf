/** Of a team, that still work or wait to be removed from its list. */
export const MOST_INVITATIONS = 20
/** Seven days. */
export const LONGEST_INVITATION_HOURS = 168

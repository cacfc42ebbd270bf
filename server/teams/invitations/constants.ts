/** Most invitations of a team that still work or are still in its list. */
export const MOST_INVITATIONS = 20
/** Seven days. */
export const LONGEST_INVITATION_HOURS = 168

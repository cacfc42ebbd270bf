/** Most invitations of a team that still work or are still in its list. */
export const MAX_INVITATIONS = 20
/** Seven days. */
export const MAX_INVITATION_HOURS = 168

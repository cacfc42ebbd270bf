/** Characters of what a listing or a request says. */
export const MAX_LINE_LENGTH = 200
/** Requests that wait: of a player, and at a team. */
export const MAX_ASKED = 5
export const MAX_WAITING = 50
/** Days for which a declined request bars another one, and answers are kept. */
export const ANSWER_DAYS = 7
/** Days for which a player is listed. */
export const LISTED_DAYS = 30
export const LISTINGS_PAGE = 20
export const MAX_LISTINGS = 100

export const REQUEST_STATES = ['Waiting', 'Accepted', 'Declined'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

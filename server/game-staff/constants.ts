/** How many people a game may have, and how many games a person may be staff of: each login carries all of them. */
export const STAFF_LIMITS = { people: 50, games: 100 } as const

/** Open ones of a game, and the days that they may work. */
export const STAFF_INVITATIONS = { open: 50, days: 30, usualDays: 7 } as const

/** Page of an invitation; its code is the secret. */
export const staffInvitationPath = (code: string) => `/StaffInvitation/${encodeURIComponent(code)}`

/** Most games offered as a template for the staff; the call accepts any game. */
export const MAX_TEMPLATES = 200

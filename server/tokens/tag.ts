export const sessionOf = (id: string): string => `token:${id}`

/** Cache tag and socket room, as of a session. */
export const tagOf = (id: string): string => `session:${sessionOf(id)}`

export const tokenSessionId = (id: string): string => `token:${id}`

/** Cache tag and socket room, as of a session. */
export const tokenSessionTag = (id: string): string => `session:${tokenSessionId(id)}`

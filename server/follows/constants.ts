/** Teams that an account follows in one game, which are those that its chart compares. */
export const MAX_FOLLOWED = 5

/** Teams that an account follows in one game, which are those that its chart compares. */
export const MOST_FOLLOWED = 5

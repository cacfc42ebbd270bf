/** Most games on a player's page: those that started last. */
export const MOST_GAMES = 30

/** Most games on a player's page: those that started last. */
export const MAX_GAMES = 30

/** Of how many games a page tells: those that started last. */
export const MOST_GAMES = 30

/** Formulas for a team's points from a game (docs/rules/seasons.md#formulas). */
export const FORMULAS = ['places', 'share', 'rating'] as const
export type Formula = (typeof FORMULAS)[number]

/** Default points for the first place, the second and so on. */
export const PLACE_POINTS: readonly number[] = [
  ...[100, 80, 60, 50, 45, 40, 36, 32, 29, 26, 24, 22, 20, 18, 16],
  ...[15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
]

/** `places`, `placePoints`: length and values of the table. `rows`: teams of a page. `whole`: teams of a file. */
export const SEASON_LIMITS = {
  seasons: 50,
  games: 30,
  title: 100,
  places: 100,
  placePoints: 10_000,
  weight: 100,
  rows: 100,
  whole: 20_000
} as const

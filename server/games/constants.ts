/** Flags sent in `[since, until)` are refused (docs/rules/games.md#pause). Wire times. */
export interface GamePause {
  since: string
  until: string
  reason: string
}

/** The pause if it lasts at `now` (milliseconds since 1970), else null. */
export const pauseAt = (pause: GamePause | null, now: number): GamePause | null =>
  pause && Date.parse(pause.since) <= now && now < Date.parse(pause.until) ? pause : null

/** Latest timed reveal, in minutes after the last end (docs/rules/freeze.md#reveal). */
export const LATEST_REVEAL = 10_080

/** 50, 30 and 10 per mille, packed (docs/rules/scoring.md#blood-bonus). */
export const DEFAULT_BLOOD_BONUS = 52_459_530

/** Bonus of the first three solvers per mille; null for an invalid value (docs/rules/scoring.md#blood-bonus). */
export function bloodBonusOf(packed: number): { first: number; second: number; third: number } | null {
  const bonus = {
    first: Math.floor(packed / 2 ** 20),
    second: Math.floor(packed / 2 ** 10) % 1024,
    third: packed % 1024
  }
  const valid = Object.values(bonus).every((share) => share >= 0 && share <= 1000)
  return valid ? bonus : null
}

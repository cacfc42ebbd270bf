/** The last pause of a game: flags sent in `[since, until)` are refused (docs/rules/games.md#pause). Wire times. */
export interface GamePause {
  since: string
  until: string
  reason: string
}

/** The pause that is under way at `now` (Unix milliseconds), of the last one that is known; null when there is none. */
export const pauseAt = (pause: GamePause | null, now: number): GamePause | null =>
  pause && Date.parse(pause.since) <= now && now < Date.parse(pause.until) ? pause : null

/** Flags sent in `[since, until)` are refused (docs/rules/games.md#pause). Wire times. */
export interface GamePause {
  since: string
  until: string
  reason: string
}

export const pauseAt = (pause: GamePause | null, now: number): GamePause | null =>
  pause && Date.parse(pause.since) <= now && now < Date.parse(pause.until) ? pause : null

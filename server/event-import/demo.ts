import type { SeedEvent } from './contract'
import file from './demo-event.json'
import { toEvent } from './read'

/** Prefix of `games.origin`; the rest makes demo games distinct. */
export const DEMO_ORIGIN = 'demo:'

export const demoEvent = (): SeedEvent => toEvent(file)

/** Moves times so that `at` becomes `now`. Milliseconds. */
export function shiftEvent(event: SeedEvent, at: number, now: number): SeedEvent {
  const by = now - at
  return {
    ...event,
    start: event.start + by,
    end: event.end + by,
    solves: event.solves.map((solve) => ({ ...solve, at: solve.at + by }))
  }
}

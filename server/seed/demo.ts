import type { SeedEvent } from './contract'
import file from './demo-event.json'
import { toEvent } from './read'

/** What `games.origin` of demo games begins with; the rest makes each of them another one. */
export const DEMO_ORIGIN = 'demo:'

/** The bundled event: `npm start -- --demo` plays it. */
export const demoEvent = (): SeedEvent => toEvent(file)

/** The event moved in time, so that the moment `at` of it becomes `now`. Milliseconds. */
export function moved(event: SeedEvent, at: number, now: number): SeedEvent {
  const by = now - at
  return {
    ...event,
    start: event.start + by,
    end: event.end + by,
    solves: event.solves.map((solve) => ({ ...solve, at: solve.at + by }))
  }
}

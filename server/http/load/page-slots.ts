import { createSemaphore } from '~/server/platform/concurrency/semaphore'

/** Keeps the connections to Postgres busy, and lets a flag get the next one. */
const CONCURRENCY = 32

/** Limits personal pages at once, in order of arrival: they share connections to Postgres with flags and verdicts. */
export interface PageSlots {
  run<T>(work: () => Promise<T>): Promise<T>
  /** How long the oldest waiting request has waited, in ms; 0: none waits. */
  waited(): number
}

export function createPageSlots(atOnce = CONCURRENCY): PageSlots {
  const semaphore = createSemaphore(atOnce)
  const waiting = new Set<{ since: number }>()
  return {
    run(work) {
      const one = { since: performance.now() }
      waiting.add(one)
      return semaphore(() => {
        waiting.delete(one)
        return work()
      })
    },
    waited() {
      const [first] = waiting
      return first ? performance.now() - first.since : 0
    }
  }
}
